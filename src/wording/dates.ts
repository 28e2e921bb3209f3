import { cacheFormats, cacheWords, DEFAULT_LANGUAGE } from './numbers.ts'

/** Date in ISO 8601, with or without a time. It is formatted in UTC, so that server and browser render the same text. */
export type IsoDate = string | null | undefined

/** Text for a missing or invalid date. */
export const UNKNOWN_DATE = 'Unknown date'

const DAY_MS = 86_400_000
const TWELVE_HOUR_LANGUAGES = new Set(['en-US', 'en-CA', 'en-AU'])

/** Formats a day as `January 5, 2025`, or in the order of another language. */
export function formatLongDate(iso: IsoDate, language = 'en-US'): string {
  return formatDay(parseTimestamp(iso), language, 'long')
}

/** Formats a day as `5 Jan 2025`. */
export function formatShortDate(iso: IsoDate, language = DEFAULT_LANGUAGE): string {
  return formatDay(parseTimestamp(iso), language, 'short')
}

/** Formats a time as `5 Jan 2025, 14:30`, and in languages with a 12-hour clock as `Jan 5, 2025, 2:30 pm`. */
export function formatShortDateTime(iso: IsoDate, language = DEFAULT_LANGUAGE): string {
  const time = parseTimestamp(iso)
  return time === undefined ? UNKNOWN_DATE : `${formatDay(time, language, 'short')}, ${formatClock(time, language)}`
}

/** Shifts a timestamp to local time, so that it can be formatted as if it were UTC. Only the browser calls it. */
export function toLocalTime(iso: IsoDate): IsoDate {
  const time = parseTimestamp(iso)
  return time === undefined ? iso : new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString()
}

/** Formats a time as `5 January 2025 at 14:30`. */
export function formatLongDateTime(iso: IsoDate, language = DEFAULT_LANGUAGE): string {
  const time = parseTimestamp(iso)
  return time === undefined ? UNKNOWN_DATE : `${formatDay(time, language, 'long')} at ${formatClock(time, language)}`
}

/** Returns milliseconds since the epoch; undefined for a missing or invalid date. */
export function parseTimestamp(iso: IsoDate): number | undefined {
  // Date.parse alone would accept '5' as a day in 2001.
  const time = iso && /^\d{4}-\d{2}-\d{2}/.test(iso) ? Date.parse(iso) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Formats the time of day. It does not use Intl, whose am/pm differs between server and browser in spaces and dots (hydration mismatch). */
function formatClock(timeMs: number, language: string): string {
  const date = new Date(timeMs)
  const hours = date.getUTCHours()
  const minutes = padToTwoDigits(date.getUTCMinutes())
  return TWELVE_HOUR_LANGUAGES.has(language)
    ? `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`
    : `${padToTwoDigits(hours)}:${minutes}`
}

const padToTwoDigits = (n: number): string => String(n).padStart(2, '0')

const formatDay = (time: number | undefined, language: string, month: 'long' | 'short'): string =>
  time === undefined ? UNKNOWN_DATE : dateFormat(language, month)(Math.floor(time / DAY_MS))

const dateFormat = cacheFormats((language: string, month: 'long' | 'short') => {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' })
  return cacheWords((day) => format.format(day * DAY_MS))
})
