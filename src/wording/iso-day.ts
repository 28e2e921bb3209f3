/** The day that it is in a place, apart from the other dates: few pages need it. */
import { cacheFormats } from './numbers.ts'

const isoDayFormat = cacheFormats(
  (timeZone: string) => new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
)

/**
 * `2026-10-01`: the day that it is in a place.
 * @param timeZone `Europe/London`
 */
export function formatIsoDay(time: number, timeZone: string): string {
  const parts = new Map(
    isoDayFormat(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}
