/** Import rules: limits, column detection, statuses and dates. */
export const MAX_IMPORT_ROWS = 100_000
export const MAX_IMPORT_CHARACTERS = 16_000_000

/**
 * `broken`: unclosed quote. `no-address`, `no-email`: missing or invalid address. `twice`: in an earlier row. `listed`: already subscribed.
 * `waiting`: subscribed here, not confirmed. `no-proof`: no source or date of consent. `bad-date`: invalid date or in the future.
 * `suppressed`: on the suppression list. `unsubscribed`: has unsubscribed after the consent. `too-many`: over the row limit.
 * `status-…`: excluded by the file's status column.
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

/** Exact names first, as exported by mailing list software; then patterns within a heading. */
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
/** Headings of dates other than the consent's. */
const NO_CONSENT_DATE = /updat|modif|chang|birth|last|unsub|bounce|block|black|delet|expir|sent|open|click/
const normalizeHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

/** Detects the columns by their headings. */
export function guessColumns(headings: readonly string[]): GuessedColumns {
  const names = headings.map(normalizeHeading)
  const find = (patterns: readonly RegExp[], taken: readonly number[], not?: RegExp) => {
    for (const pattern of patterns) {
      const at = names.findIndex((name, column) => !taken.includes(column) && pattern.test(name) && not?.test(name) !== true)
      if (at !== -1) return at
    }
    return -1
  }
  const email = Math.max(0, find(HEADINGS.email, [], /status/))
  const status = find(HEADINGS.status, [email])
  const date = find(HEADINGS.date, [email, status], NO_CONSENT_DATE)
  const source = find(HEADINGS.source, [email, status, date])
  const toNullable = (column: number) => (column === -1 ? null : column)
  return { email, source: toNullable(source), date: toNullable(date), status: toNullable(status) }
}

const NEGATIVE: [SkipReason, RegExp][] = [
  ['status-unsubscribed', /^(?:unsub.*|opt(?:ed)?[ _-]?out|left|removed|deleted|archived)$/i],
  ['status-blocklisted', /^(?:block.*|black.*|suppress.*|banned|complain.*|spam|abuse)$/i],
  ['status-bounced', /^(?:.*bounce.*|cleaned|undeliverable|invalid)$/i],
  ['status-other', /^(?:unconfirmed|pending|inactive|disabled|paused)$/i],
]
const ACTIVE = /^(?:|subscribed|active|enabled|confirmed|opt(?:ed)?[ _-]?in|ok|valid|true|1|yes|y)$/i
export const STATUSES: [SkipReason | undefined, RegExp][] = [...NEGATIVE, [undefined, /^(?:subscribed|active|enabled|confirmed)$/i]]
/** Headings of columns with a yes/no or date value for one status: `unsubscribed`. */
const BOOLEAN_STATUS = /^(?:un ?subscribed|block ?listed|black ?listed|bounced)/
const NO = /^(?:|0|no|n|false|null|none|-)$/i

/** @returns why a row with this status is not imported; unknown statuses are not consent */
export function statusProblem(status: string, heading: string): SkipReason | undefined {
  const name = normalizeHeading(heading)
  const known = NEGATIVE.find(([, pattern]) => pattern.test(status))?.[0]
  if (known !== undefined) return known
  if (!BOOLEAN_STATUS.test(name)) return ACTIVE.test(status) ? undefined : 'status-other'
  if (NO.test(status)) return undefined
  return name.startsWith('un')
    ? 'status-unsubscribed'
    : name.startsWith('b') && name.includes('list')
      ? 'status-blocklisted'
      : 'status-bounced'
}

/** Order in dates with slashes; `unknown`: only unambiguous dates are accepted. */
export type DayOrder = 'day-month' | 'month-day' | 'unknown'
export const dayOrderOf = (region: string | null): DayOrder => (region === 'us' ? 'month-day' : region === 'ca' ? 'unknown' : 'day-month')

const TIME = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s?([ap])?\.?m?\.?)?`
const LOCAL_DATE = new RegExp(String.raw`^(\d{1,2})([./])(\d{1,2})\2(\d{4})${TIME}$`, 'i')
const ISO_DATE = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2}| ?UTC)?)?$/
/** Spreadsheet serial dates: days since 30 December 1899; 1954 to 2118. */
const SERIAL = /^([2-7]\d{4})(?:[.,]\d+)?$/
const SERIAL_EPOCH = Date.UTC(1899, 11, 30)

/**
 * Parses a date with or without time: ISO 8601, `31.05.2026 10:30`, `5/31/2026 2:30 PM`, or a spreadsheet's serial number.
 * Times without a zone are UTC.
 * @returns ISO 8601; undefined for an invalid or ambiguous date
 */
export function parseConsentDate(text: string, order: DayOrder = 'day-month'): string | undefined {
  if (SERIAL.test(text)) return new Date(SERIAL_EPOCH + Math.round(Number(text.replace(',', '.')) * 86_400) * 1000).toISOString()
  const iso = ISO_DATE.exec(text)
  if (iso) return toMoment(`${iso[1]}-${iso[2]}-${iso[3]}`, iso[4], iso[5] === undefined || /utc/i.test(iso[5]) ? 'Z' : iso[5])
  const local = LOCAL_DATE.exec(text)
  if (!local) return undefined
  const [, first = '', separator, second = '', year = '', hours, minutes = '00', seconds = '00', half] = local
  const dayOrder = separator === '.' || Number(first) > 12 ? 'day-month' : Number(second) > 12 ? 'month-day' : order
  if (dayOrder === 'unknown' && first !== second) return undefined
  const [day, month] = dayOrder === 'month-day' ? [second, first] : [first, second]
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const time = hours === undefined ? undefined : `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`
  return toMoment(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, time, 'Z')
}

/** Rejects dates such as 31 February, which `Date` would shift. The zone is ignored for that, as it may change the day in UTC. */
function toMoment(date: string, time = '00:00', zone = 'Z'): string | undefined {
  const day = new Date(date)
  const at = new Date(`${date}T${time}${zone}`)
  return Number.isNaN(day.getTime()) || Number.isNaN(at.getTime()) || !day.toISOString().startsWith(date) ? undefined : at.toISOString()
}
