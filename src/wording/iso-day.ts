/** Determines the current day in a time zone. It is not in `dates.ts`, as few pages need it. */
import { cacheFormats } from './numbers.ts'

const isoDayFormat = cacheFormats(
  (timeZone: string) => new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
)

/**
 * Formats the day in a time zone as `2026-10-01`.
 * @param time milliseconds since the epoch
 * @param timeZone IANA name, such as `Europe/London`
 */
export function formatIsoDay(time: number, timeZone: string): string {
  const parts = new Map(
    isoDayFormat(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}
