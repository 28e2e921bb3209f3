import { useEffect, useRef, useState } from 'react'
import { toLocalTime, UNKNOWN_DATE, type IsoDate } from '#wording/dates.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { useWording } from './use-wording.ts'

interface RelativeTimeProps {
  date: IsoDate
  /** Which wording to use: `forum` for topics and replies, or `review` for reviews. */
  kind: 'forum' | 'review'
  className?: string | undefined
}

/** Renders a relative time. A cached page may contain an outdated one, so it is updated after hydration. */
export function RelativeTime({ date, kind, className }: RelativeTimeProps) {
  const ref = useRef<HTMLTimeElement>(null)
  const { shortDateTime, forumTime, reviewTime } = useWording()
  const formatTime = kind === 'forum' ? forumTime : reviewTime

  // With suppressHydrationWarning, React does not change the server's text, so the element is updated directly.
  useEffect(() => {
    const current = formatTime(date)
    if (ref.current && ref.current.textContent !== current) ref.current.textContent = current
    if (ref.current) ref.current.title = shortDateTime(toLocalTime(date))
  }, [date, formatTime, shortDateTime])

  const dateTime = shortDateTime(date)
  if (dateTime === UNKNOWN_DATE) return <span className={className}>{dateTime}</span>
  return (
    <time ref={ref} className={className} dateTime={date!} title={`${dateTime} UTC`} suppressHydrationWarning>
      {formatTime(date)}
    </time>
  )
}

interface DateProps {
  date: IsoDate
  className?: string | undefined
}

/** Creates a component that renders a date in one of the site's formats. */
const createDateText = (format: 'fullDate' | 'longDate' | 'shortDate') =>
  function DateText({ date, className }: DateProps) {
    const text = useWording()[format](date)
    if (text === UNKNOWN_DATE) return <span className={className}>{text}</span>
    return (
      <time className={className} dateTime={date!}>
        {text}
      </time>
    )
  }

/** Renders a long date in the order of the site's language, such as `5 January 2025`. */
export const LongDate = createDateText('fullDate')

/** Renders a date of the home page, such as `January 5, 2025` (FMT-01). */
export const HomeDate = createDateText('longDate')

/** Renders a short date, such as `5 Jan 2025`. */
export const ShortDate = createDateText('shortDate')

interface ShortTimeProps extends DateProps {
  /** Punctuation after the time. */
  end?: string | undefined
}

/**
 * Renders a date and time, such as `5 Jan 2025, 14:30`. The server renders UTC with the label "UTC"; the browser then shows its own time
 * zone. The label remains in the layout, invisible and after the punctuation, so that the text around it does not shift. A time that only
 * the browser renders needs no label.
 */
export function ShortTime({ date, className, end }: ShortTimeProps) {
  const isMounted = useMounted()
  const [isHydrated] = useState(!isMounted)
  const { shortDateTime } = useWording()
  const text = shortDateTime(isMounted ? toLocalTime(date) : date)
  if (text === UNKNOWN_DATE)
    return (
      <span className={className}>
        {text}
        {end}
      </span>
    )
  return (
    <span className={className}>
      <time dateTime={date!}>{text}</time>
      {isMounted && end}
      {isHydrated && (
        <span aria-hidden={isMounted || undefined} style={isMounted ? { visibility: 'hidden' } : undefined}>
          {`\u00a0UTC${isMounted ? '' : (end ?? '')}`}
        </span>
      )}
    </span>
  )
}
