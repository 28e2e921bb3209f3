/** Formats periods of days, such as `July to September 2026`. */
import { cacheFormats, DEFAULT_LANGUAGE } from './numbers.ts'
import { formatLongDate } from './dates.ts'

const monthFormat = cacheFormats((language: string) => new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }))
const formatMonth = (day: string, language: string) => monthFormat(language).format(Date.parse(day))
const getYear = (day: string) => day.slice(0, 4)
const isFirstDay = (day: string) => day.endsWith('-01')
const isLastDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(8, 10) === '01'

/** Formats the first day of a period as `21 July 2026`, or as `July 2026` if it is the first of the month. */
export const formatPeriodStart = (day: string, language = DEFAULT_LANGUAGE) =>
  isFirstDay(day) ? `${formatMonth(day, language)} ${getYear(day)}` : formatLongDate(day, language)

/**
 * Formats a period as `July to September 2026`, `May 2026` or `19 May 2026 to 18 June 2026`, and one without an end as `since 21 July 2026`.
 * @param from first day as an ISO date
 * @param to last day as an ISO date; null if the period is open-ended
 */
export function formatPeriod(from: string, to: string | null, language = DEFAULT_LANGUAGE): string {
  if (to === null) return `since ${formatPeriodStart(from, language)}`
  if (!isFirstDay(from) || !isLastDay(to)) return `${formatLongDate(from, language)} to ${formatLongDate(to, language)}`
  const [first, last] = [formatMonth(from, language), formatMonth(to, language)]
  if (getYear(from) !== getYear(to)) return `${first} ${getYear(from)} to ${last} ${getYear(to)}`
  return first === last ? `${first} ${getYear(from)}` : `${first} to ${last} ${getYear(from)}`
}
