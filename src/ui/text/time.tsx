import { useEffect, useRef } from 'react'
import { toOwnZone, UNKNOWN_DATE, type IsoDate } from '#wording/dates.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { useWording } from './use-wording.ts'

interface RelativeTimeProps {
  date: IsoDate
  /** Which wording: topics and replies, or reviews. */
  kind: 'forum' | 'review'
  className?: string | undefined
}

/** How long ago. A page from a cache may say an old age, so the text is set right once the page is hydrated. */
export function RelativeTime({ date, kind, className }: RelativeTimeProps) {
  const ref = useRef<HTMLTimeElement>(null)
  const { shortDateTime, forumTime, reviewTime } = useWording()
  const words = kind === 'forum' ? forumTime : reviewTime

  // React keeps the server's text where it differs and believes it is its own: write to the element itself.
  useEffect(() => {
    const fresh = words(date)
    if (ref.current && ref.current.textContent !== fresh) ref.current.textContent = fresh
    if (ref.current) ref.current.title = shortDateTime(toOwnZone(date))
  }, [date, words, shortDateTime])

  const moment = shortDateTime(date)
  if (moment === UNKNOWN_DATE) return <span className={className}>{moment}</span>
  return (
    <time ref={ref} className={className} dateTime={date!} title={`${moment} UTC`} suppressHydrationWarning>
      {words(date)}
    </time>
  )
}

interface DateProps {
  date: IsoDate
  className?: string | undefined
}

const dateIn = (form: 'longDate' | 'shortDate') =>
  function DateText({ date, className }: DateProps) {
    const words = useWording()[form](date)
    if (words === UNKNOWN_DATE) return <span className={className}>{words}</span>
    return (
      <time className={className} dateTime={date!}>
        {words}
      </time>
    )
  }

/** The date in full, `January 5, 2025`. */
export const LongDate = dateIn('longDate')

/** The date in little room, `5 Jan 2025`. */
export const ShortDate = dateIn('shortDate')

interface ShortTimeProps extends DateProps {
  /** Punctuation after the time. */
  end?: string | undefined
}

/**
 * With the hour and the minute, `5 Jan 2025, 14:30`. The server renders UTC and says so; the browser shows its own time zone. What names the
 * zone stays in place, invisible and after the punctuation, so that nothing moves.
 */
export function ShortTime({ date, className, end }: ShortTimeProps) {
  const isMounted = useMounted()
  const { shortDateTime } = useWording()
  const words = shortDateTime(isMounted ? toOwnZone(date) : date)
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
