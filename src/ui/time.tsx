import { useEffect, useRef } from 'react'
import { parseTimestamp, UNKNOWN_DATE, type IsoDate } from '#wording/dates.ts'
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
  }, [date, words])

  if (parseTimestamp(date) === undefined) return <span className={className}>{UNKNOWN_DATE}</span>
  return (
    <time ref={ref} className={className} dateTime={date!} title={shortDateTime(date)} suppressHydrationWarning>
      {words(date)}
    </time>
  )
}

interface DateProps {
  date: IsoDate
  className?: string | undefined
}

/** The date in full, `January 5, 2025`. */
export function LongDate({ date, className }: DateProps) {
  const { longDate } = useWording()
  if (parseTimestamp(date) === undefined) return <span className={className}>{UNKNOWN_DATE}</span>
  return (
    <time className={className} dateTime={date!}>
      {longDate(date)}
    </time>
  )
}

/** The date in little room, `5 Jan 2025`. */
export function ShortDate({ date, className }: DateProps) {
  const { shortDate } = useWording()
  if (parseTimestamp(date) === undefined) return <span className={className}>{UNKNOWN_DATE}</span>
  return (
    <time className={className} dateTime={date!}>
      {shortDate(date)}
    </time>
  )
}

/** With the hour and the minute, `5 Jan 2025, 14:30`. */
export function ShortTime({ date, className }: DateProps) {
  const { shortDateTime } = useWording()
  if (parseTimestamp(date) === undefined) return <span className={className}>{UNKNOWN_DATE}</span>
  return (
    <time className={className} dateTime={date!}>
      {shortDateTime(date)}
    </time>
  )
}
