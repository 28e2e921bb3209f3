/** Formats periods of days: `July to September 2026`. */
import { cacheFormats, DEFAULT_LANGUAGE } from './numbers.ts'
import { formatLongDate } from './dates.ts'

const monthFormat = cacheFormats((language: string) => new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }))
const monthOf = (day: string, language: string) => monthFormat(language).format(Date.parse(day))
const yearOf = (day: string) => day.slice(0, 4)
const isFirstDay = (day: string) => day.endsWith('-01')
const isLastDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(8, 10) === '01'

/** Formats `21 July 2026`; the first day of a month as `July 2026`. */
export const formatPeriodStart = (day: string, language = DEFAULT_LANGUAGE) =>
  isFirstDay(day) ? `${monthOf(day, language)} ${yearOf(day)}` : formatLongDate(day, language)

/**
 * Formats `July to September 2026`, `May 2026`, `19 May 2026 to 18 June 2026`; without an end `since 21 July 2026`.
 * @param from first day, `2026-07-01`
 * @param to last day; null: open
 */
export function formatPeriod(from: string, to: string | null, language = DEFAULT_LANGUAGE): string {
  if (to === null) return `since ${formatPeriodStart(from, language)}`
  if (!isFirstDay(from) || !isLastDay(to)) return `${formatLongDate(from, language)} to ${formatLongDate(to, language)}`
  const [first, last] = [monthOf(from, language), monthOf(to, language)]
  if (yearOf(from) !== yearOf(to)) return `${first} ${yearOf(from)} to ${last} ${yearOf(to)}`
  return first === last ? `${first} ${yearOf(from)}` : `${first} to ${last} ${yearOf(from)}`
}
