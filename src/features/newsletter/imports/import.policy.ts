/** Defines the rules for imports: limits, column detection, statuses and dates. */
export const MAX_IMPORT_ROWS = 100_000
export const MAX_IMPORT_CHARACTERS = 16_000_000

/**
 * Why a row is skipped. `broken`: its quotes are broken or it is too long. `no-address`: the address is missing. `no-email`: it is invalid.
 * `twice`: it is in an earlier row. `listed`: it is already subscribed. `waiting`: it has subscribed here but is not confirmed.
 * `no-proof`: the source or date of consent is missing. `bad-date`: the date is invalid or in the future. `suppressed`: the address is on
 * the suppression list. `unsubscribed`: it has unsubscribed since the consent. `too-many`: the row is over the limit. `status-…`: the
 * status column of the file excludes the row.
 */
export const SKIP_REASONS = [
  'broken',
  'no-address',
  'no-email',
  'twice',
  'listed',
  'waiting',
  'no-proof',
  'bad-date',
  'suppressed',
  'unsubscribed',
  'too-many',
  'status-unsubscribed',
  'status-blocklisted',
  'status-bounced',
  'status-other',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

export interface GuessedColumns {
  email: number
  source: number | null
  date: number | null
  status: number | null
}

/** Heading patterns by column, tried in this order: the exact names that mailing list software exports, then parts of a heading. */
const HEADINGS = {
  email: [/^(?:e ?mail(?: address)?|emailaddress|mail|subscriber(?: email)?)$/, /e ?mail/, /address/],
  date: [
    /^(?:consent(?:ed)?(?: date| at| time)?|opt ?in(?: date| at| time)?|confirm(?:ed)?(?: date| at| time)|subscribed(?: date| at| on)?|sign ?up(?: date| at)?|date(?: added| subscribed)?)$/,
    /^created(?: at| on)?$|^timestamp$/,
    /date|since|confirmed|opt ?in|when|subscribed/,
  ],
  source: [/^(?:source|origin|consent source|opt ?in source|sign ?up source)$/, /source|origin|where|page|consent (?:from|source)/],
  status: [
    /^(?:status|state|subscription status|email status|subscriber status)$/,
    /^(?:unsubscribed|blocklisted|blacklisted|bounced)(?: at| on| date)?$/,
    /status/,
  ],
}
/** Matches headings of dates that are not the date of consent. */
const NO_CONSENT_DATE = /updat|modif|chang|birth|last|unsub|bounce|block|black|delet|expir|sent|open|click/
const normalizeHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

/** Detects the columns by their headings. @returns `email` is 0 when no heading matches */
export function guessColumns(headings: readonly string[]): GuessedColumns {
  const names = headings.map(normalizeHeading)
  const findColumn = (patterns: readonly RegExp[], takenColumns: readonly number[], excluded?: RegExp) => {
    for (const pattern of patterns) {
      const index = names.findIndex((name, column) => !takenColumns.includes(column) && pattern.test(name) && excluded?.test(name) !== true)
      if (index !== -1) return index
    }
    return -1
  }
  const email = Math.max(0, findColumn(HEADINGS.email, [], /status/))
  const status = findColumn(HEADINGS.status, [email])
  const date = findColumn(HEADINGS.date, [email, status], NO_CONSENT_DATE)
  const source = findColumn(HEADINGS.source, [email, status, date])
  const toNullable = (column: number) => (column === -1 ? null : column)
  return { email, source: toNullable(source), date: toNullable(date), status: toNullable(status) }
}

const EXCLUDED_STATUSES: [SkipReason, RegExp][] = [
  ['status-unsubscribed', /^(?:unsub.*|opt(?:ed)?[ _-]?out|left|removed|deleted|archived)$/i],
  ['status-blocklisted', /^(?:block.*|black.*|suppress.*|banned|complain.*|spam|abuse)$/i],
  ['status-bounced', /^(?:.*bounce.*|cleaned|undeliverable|invalid)$/i],
  ['status-other', /^(?:unconfirmed|pending|inactive|disabled|paused)$/i],
]
const ACTIVE_STATUS = /^(?:|subscribed|active|enabled|confirmed|opt(?:ed)?[ _-]?in|ok|valid|true|1|yes|y)$/i
export const STATUS_CELL_PATTERNS: [SkipReason | undefined, RegExp][] = [
  ...EXCLUDED_STATUSES,
  [undefined, /^(?:subscribed|active|enabled|confirmed)$/i],
]
/** Matches headings of columns that stand for a single status, such as `unsubscribed`; their cells contain yes, no or a date. */
const FLAG_HEADING = /^(?:un ?subscribed|block ?listed|black ?listed|bounced)/
const NEGATIVE_VALUE = /^(?:|0|no|n|false|null|none|-)$/i

/** @returns why a row with this status is skipped; undefined when it is imported. Unknown statuses are skipped: they prove no consent */
export function getStatusSkipReason(status: string, heading: string): SkipReason | undefined {
  const normalizedHeading = normalizeHeading(heading)
  const excludedReason = EXCLUDED_STATUSES.find(([, pattern]) => pattern.test(status))?.[0]
  if (excludedReason !== undefined) return excludedReason
  if (!FLAG_HEADING.test(normalizedHeading)) return ACTIVE_STATUS.test(status) ? undefined : 'status-other'
  if (NEGATIVE_VALUE.test(status)) return undefined
  return normalizedHeading.startsWith('un')
    ? 'status-unsubscribed'
    : normalizedHeading.startsWith('b') && normalizedHeading.includes('list')
      ? 'status-blocklisted'
      : 'status-bounced'
}

/** Order of day and month in dates with slashes; with `unknown` only unambiguous dates are accepted. */
export type DayOrder = 'day-month' | 'month-day' | 'unknown'
export const getDayOrder = (region: string | null): DayOrder => (region === 'us' ? 'month-day' : region === 'ca' ? 'unknown' : 'day-month')

const TIME_PATTERN = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s?([ap])?\.?m?\.?)?`
const LOCAL_DATE = new RegExp(String.raw`^(\d{1,2})([./])(\d{1,2})\2(\d{4})${TIME_PATTERN}$`, 'i')
const ISO_DATE = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2}| ?UTC)?)?$/
/** Matches serial dates of spreadsheets: days since 30 December 1899, here from October 1954 to January 2119. */
const SERIAL_DATE = /^([2-7]\d{4})(?:[.,]\d+)?$/
const SERIAL_EPOCH_MS = Date.UTC(1899, 11, 30)

/**
 * Parses a date with or without a time: ISO 8601, `31.05.2026 10:30`, `5/31/2026 2:30 PM`, or the serial number of a spreadsheet.
 * A time without a zone is read as UTC.
 * @returns ISO 8601 in UTC; undefined for an invalid or ambiguous date
 */
export function parseConsentDate(text: string, order: DayOrder = 'day-month'): string | undefined {
  if (SERIAL_DATE.test(text)) return new Date(SERIAL_EPOCH_MS + Math.round(Number(text.replace(',', '.')) * 86_400) * 1000).toISOString()
  const iso = ISO_DATE.exec(text)
  if (iso) return toIsoTime(`${iso[1]}-${iso[2]}-${iso[3]}`, iso[4], iso[5] === undefined || /utc/i.test(iso[5]) ? 'Z' : iso[5])
  const local = LOCAL_DATE.exec(text)
  if (!local) return undefined
  const [, first = '', separator, second = '', year = '', hours, minutes = '00', seconds = '00', meridiem] = local
  const dayOrder = separator === '.' || Number(first) > 12 ? 'day-month' : Number(second) > 12 ? 'month-day' : order
  if (dayOrder === 'unknown' && first !== second) return undefined
  const [day, month] = dayOrder === 'month-day' ? [second, first] : [first, second]
  const hour = meridiem === undefined ? Number(hours) : (Number(hours) % 12) + (meridiem.toLowerCase() === 'p' ? 12 : 0)
  const time = hours === undefined ? undefined : `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`
  return toIsoTime(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, time, 'Z')
}

/**
 * Joins date, time and zone. Rejects dates such as 31 February, which `Date` would shift; checked without the zone, which can change the
 * day.
 * @returns ISO 8601 in UTC; undefined for an invalid date or time
 */
function toIsoTime(date: string, time = '00:00', zone = 'Z'): string | undefined {
  const midnight = new Date(date)
  const instant = new Date(`${date}T${time}${zone}`)
  return Number.isNaN(midnight.getTime()) || Number.isNaN(instant.getTime()) || !midnight.toISOString().startsWith(date)
    ? undefined
    : instant.toISOString()
}
