import { cacheFormats, cacheWords, DEFAULT_LANGUAGE } from './numbers.ts'

/** A moment as the data has it: ISO 8601, with or without a time. Days and hours are shown in UTC, so every machine shows the same. */
export type IsoDate = string | null | undefined

/** What stands where a date is missing or cannot be read. */
export const UNKNOWN_DATE = 'Unknown date'

const DAY = 86_400_000
const TWELVE_HOURS = new Set(['en-US', 'en-CA', 'en-AU'])

/** `January 5, 2025`. */
export function formatLongDate(iso: IsoDate, language = 'en-US'): string {
  return formatDay(parseTimestamp(iso), language, 'long')
}

/** `5 Jan 2025`. */
export function formatShortDate(iso: IsoDate, language = DEFAULT_LANGUAGE): string {
  return formatDay(parseTimestamp(iso), language, 'short')
}

/** `5 Jan 2025, 14:30`; where clocks count to twelve, `Jan 5, 2025, 2:30 pm`. */
export function formatShortDateTime(iso: IsoDate, language = DEFAULT_LANGUAGE): string {
  const time = parseTimestamp(iso)
  return time === undefined ? UNKNOWN_DATE : `${formatDay(time, language, 'short')}, ${formatClock(time, language)}`
}

/** The same moment as the clock of this machine shows it, to be formatted like UTC. For the browser; servers show UTC. */
export function toOwnZone(iso: IsoDate): IsoDate {
  const time = parseTimestamp(iso)
  return time === undefined ? iso : new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString()
}

/** `5 January 2025 at 14:30`. */
export function formatLongDateTime(iso: IsoDate, language = DEFAULT_LANGUAGE): string {
  const time = parseTimestamp(iso)
  return time === undefined ? UNKNOWN_DATE : `${formatDay(time, language, 'long')} at ${formatClock(time, language)}`
}

/** The moment in milliseconds, or undefined when there is none to be read. */
export function parseTimestamp(iso: IsoDate): number | undefined {
  // Date.parse alone would read '5' as a day in 2001.
  const time = iso && /^\d{4}-\d{2}-\d{2}/.test(iso) ? Date.parse(iso) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Put together by hand: the server's and the browser's own words for morning and afternoon differ in their spaces and dots. */
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
