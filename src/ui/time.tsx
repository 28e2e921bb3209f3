import { useEffect, useRef } from 'react'
import { forumTime, longDate, reviewTime, shortDateTime, timeOf, UNKNOWN_DATE, type IsoDate } from './format-date.ts'

interface RelativeTimeProps {
  date: IsoDate
  /** Which wording: topics and replies, or reviews. */
  kind: 'forum' | 'review'
  className?: string | undefined
}

/** How long ago. A page from a cache may say an old age, so the text is set right once the page is alive. */
export function RelativeTime({ date, kind, className }: RelativeTimeProps) {
  const ref = useRef<HTMLTimeElement>(null)
  const words = kind === 'forum' ? forumTime : reviewTime

  // React keeps the server's text where it differs and believes it is its own: write to the element itself.
  useEffect(() => {
    const fresh = words(date)
    if (ref.current && ref.current.textContent !== fresh) ref.current.textContent = fresh
  }, [date, words])

  if (timeOf(date) === undefined) return <span className={className}>{UNKNOWN_DATE}</span>
  return (
    <time ref={ref} className={className} dateTime={date!} title={shortDateTime(date)} suppressHydrationWarning>
      {words(date)}
    </time>
  )
}

/** The date in full, `January 5, 2025`. */
export function LongDate({ date, className }: { date: IsoDate; className?: string | undefined }) {
  if (timeOf(date) === undefined) return <span className={className}>{UNKNOWN_DATE}</span>
  return (
    <time className={className} dateTime={date!}>
      {longDate(date)}
    </time>
  )
}
