import { cacheFormats, cacheWords, DEFAULT_LANGUAGE } from './numbers.ts'

/** ISO 8601, with or without a time. Formatted in UTC, so that server and browser render the same. */
export type IsoDate = string | null | undefined

/** Shown for a missing or invalid date. */
export const UNKNOWN_DATE = 'Unknown date'

const DAY = 86_400_000
const TWELVE_HOURS = new Set(['en-US', 'en-CA', 'en-AU'])

/** Formats `January 5, 2025`. */
export function formatLongDate(iso: IsoDate, language = 'en-US'): string {
  return formatDay(parseTimestamp(iso), language, 'long')
}

/** Formats `5 Jan 2025`. */
export function formatShortDate(iso: IsoDate, language = DEFAULT_LANGUAGE): string {
  return formatDay(parseTimestamp(iso), language, 'short')
}

/** Formats `5 Jan 2025, 14:30`; in languages with a 12-hour clock `Jan 5, 2025, 2:30 pm`. */
export function formatShortDateTime(iso: IsoDate, language = DEFAULT_LANGUAGE): string {
  const time = parseTimestamp(iso)
  return time === undefined ? UNKNOWN_DATE : `${formatDay(time, language, 'short')}, ${formatClock(time, language)}`
}

/** Shifts a timestamp to local time, to be formatted as if it were UTC. For the browser only. */
export function toLocalTime(iso: IsoDate): IsoDate {
  const time = parseTimestamp(iso)
  return time === undefined ? iso : new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString()
}

/** Formats `5 January 2025 at 14:30`. */
export function formatLongDateTime(iso: IsoDate, language = DEFAULT_LANGUAGE): string {
  const time = parseTimestamp(iso)
  return time === undefined ? UNKNOWN_DATE : `${formatDay(time, language, 'long')} at ${formatClock(time, language)}`
}

/** @returns milliseconds since the epoch; undefined for a missing or invalid date */
export function parseTimestamp(iso: IsoDate): number | undefined {
  // Date.parse alone would parse '5' as a day in 2001.
  const time = iso && /^\d{4}-\d{2}-\d{2}/.test(iso) ? Date.parse(iso) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Without Intl, as am/pm of server and browser differ in spaces and dots (hydration mismatch). */
function formatClock(time: number, language: string): string {
  const date = new Date(time)
  const hours = date.getUTCHours()
  const minutes = twoDigits(date.getUTCMinutes())
  return TWELVE_HOURS.has(language) ? `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}` : `${twoDigits(hours)}:${minutes}`
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')

const formatDay = (time: number | undefined, language: string, month: 'long' | 'short'): string =>
  time === undefined ? UNKNOWN_DATE : dateFormat(language, month)(Math.floor(time / DAY))

const dateFormat = cacheFormats((language: string, month: 'long' | 'short') => {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' })
  return cacheWords((day) => format.format(day * DAY))
})
