import { useEffect, useRef } from 'react'
import { toLocalTime, UNKNOWN_DATE, type IsoDate } from '#wording/dates.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { useWording } from './use-wording.ts'

interface RelativeTimeProps {
  date: IsoDate
  /** Wording for topics and replies, or for reviews. */
  kind: 'forum' | 'review'
  className?: string | undefined
}

/** Relative time. A cached page may show an outdated one, so it is updated after hydration. */
export function RelativeTime({ date, kind, className }: RelativeTimeProps) {
  const ref = useRef<HTMLTimeElement>(null)
  const { shortDateTime, forumTime, reviewTime } = useWording()
  const words = kind === 'forum' ? forumTime : reviewTime

  // With suppressHydrationWarning React keeps the server's text: update the element directly.
  useEffect(() => {
    const current = words(date)
    if (ref.current && ref.current.textContent !== current) ref.current.textContent = current
    if (ref.current) ref.current.title = shortDateTime(toLocalTime(date))
  }, [date, words, shortDateTime])

  const dateTime = shortDateTime(date)
  if (dateTime === UNKNOWN_DATE) return <span className={className}>{dateTime}</span>
  return (
    <time ref={ref} className={className} dateTime={date!} title={`${dateTime} UTC`} suppressHydrationWarning>
      {words(date)}
    </time>
  )
}

interface DateProps {
  date: IsoDate
  className?: string | undefined
}

const createDateText = (form: 'longDate' | 'shortDate') =>
  function DateText({ date, className }: DateProps) {
    const words = useWording()[form](date)
    if (words === UNKNOWN_DATE) return <span className={className}>{words}</span>
    return (
      <time className={className} dateTime={date!}>
        {words}
      </time>
    )
  }

/** Long date, `January 5, 2025`. */
export const LongDate = createDateText('longDate')

/** Short date, `5 Jan 2025`. */
export const ShortDate = createDateText('shortDate')

interface ShortTimeProps extends DateProps {
  /** Punctuation after the time. */
  end?: string | undefined
}

/**
 * Date and time, `5 Jan 2025, 14:30`. The server renders UTC with a label; the browser shows its own time zone. The label stays in the
 * layout, invisible and after the punctuation, so that nothing shifts.
 */
export function ShortTime({ date, className, end }: ShortTimeProps) {
  const isMounted = useMounted()
  const { shortDateTime } = useWording()
  const words = shortDateTime(isMounted ? toLocalTime(date) : date)
  if (words === UNKNOWN_DATE)
    return (
      <span className={className}>
        {words}
        {end}
      </span>
    )
  return (
    <span className={className}>
      <time dateTime={date!}>{words}</time>
      {isMounted && end}
      <span aria-hidden={isMounted || undefined} style={isMounted ? { visibility: 'hidden' } : undefined}>
        {`\u00a0UTC${isMounted ? '' : (end ?? '')}`}
      </span>
    </span>
  )
}
