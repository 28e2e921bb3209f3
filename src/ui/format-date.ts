/** A moment as the data has it: ISO 8601, with or without a time. Days and hours are shown in UTC, so every machine shows the same. */
export type IsoDate = string | null | undefined

/** What stands where a date is missing or cannot be read. */
export const UNKNOWN_DATE = 'Unknown date'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const TWELVE_HOURS = new Set(['en-US', 'en-CA', 'en-AU'])

/** `January 5, 2025`. */
export function formatLongDate(iso: IsoDate, locale = 'en-US'): string {
  return formatDate(iso, locale, 'long')
}

/** `5 Jan 2025`. */
export function formatShortDate(iso: IsoDate, locale = 'en-GB'): string {
  return formatDate(iso, locale, 'short')
}

/** `5 Jan 2025, 14:30`; where clocks count to twelve, `Jan 5, 2025, 2:30 pm`. */
export function formatShortDateTime(iso: IsoDate, locale = 'en-GB'): string {
  const time = parseTimestamp(iso)
  return time === undefined ? UNKNOWN_DATE : `${formatShortDate(iso, locale)}, ${clock(new Date(time).toISOString().slice(11, 16), locale)}`
}

/** `Just now`, then minutes, hours and days, and from 30 days on months of 30 days. */
export function formatForumTime(iso: IsoDate, now: number | Date = Date.now()): string {
  const time = parseTimestamp(iso)
  if (time === undefined) return UNKNOWN_DATE
  const age = Number(now) - time
  if (age < minute) return 'Just now'
  if (age < hour) return ago(age / minute, 'minute')
  if (age < day) return ago(age / hour, 'hour')
  if (age < 30 * day) return ago(age / day, 'day')
  return ago(age / (30 * day), 'month')
}

/** `Today`, then days under seven, then weeks. */
export function formatReviewTime(iso: IsoDate, now: number | Date = Date.now()): string {
  const time = parseTimestamp(iso)
  if (time === undefined) return UNKNOWN_DATE
  const age = Number(now) - time
  if (age < day) return 'Today'
  if (age < 7 * day) return ago(age / day, 'day')
  return ago(age / (7 * day), 'week')
}

/** The moment in milliseconds, or undefined when there is none to be read. */
export function parseTimestamp(iso: IsoDate): number | undefined {
  // Date.parse alone would read '5' as a day in 2001.
  const time = iso && /^\d{4}-\d{2}-\d{2}/.test(iso) ? Date.parse(iso) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

function ago(amount: number, unit: string): string {
  const whole = Math.floor(amount)
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`
}

/** Put together by hand: the server's and the browser's own words for morning and afternoon differ in their spaces and dots. */
function clock(time: string, locale: string): string {
  if (!TWELVE_HOURS.has(locale)) return time
  const hours = Number(time.slice(0, 2))
  return `${hours % 12 || 12}${time.slice(2)} ${hours < 12 ? 'am' : 'pm'}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatDate(iso: IsoDate, locale: string, month: 'long' | 'short'): string {
  const time = parseTimestamp(iso)
  if (time === undefined) return UNKNOWN_DATE
  const name = `${locale} ${month}`
  // Making a format costs a hundred times more than using it.
  let format = formats.get(name)
  if (!format) formats.set(name, (format = new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' })))
  return format.format(time)
}
