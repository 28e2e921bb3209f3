/** Formats days as ISO dates. These functions are not in `dates.ts`, because few pages need them. */
import { cacheFormats } from './numbers.ts'

const isoDayFormat = cacheFormats(
  (timeZone: string) => new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
)

/**
 * Returns the day in a time zone as `2026-10-01`.
 * @param timeMs milliseconds since the epoch
 * @param timeZone IANA name, such as `Europe/London`
 */
export function formatIsoDay(timeMs: number, timeZone: string): string {
  const parts = new Map(
    isoDayFormat(timeZone)
      .formatToParts(timeMs)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

/** Returns the day in UTC as `2026-10-01`. @param timeMs milliseconds since the epoch */
export const toUtcDay = (timeMs = Date.now()): string => new Date(timeMs).toISOString().slice(0, 10)
