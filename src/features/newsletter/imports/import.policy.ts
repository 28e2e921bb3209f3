/** What may be brought from a file, and why a row of it is skipped. */
export const MAX_IMPORT_ROWS = 100_000
export const MAX_IMPORT_CHARACTERS = 16_000_000

/**
 * `broken`: a quotation mark is not closed. `no-address`, `no-email`: there is none, or it is none. `twice`: it stands further up. `listed`: it
 * is on the list. `waiting`: its owner was asked here and has not confirmed. `no-proof`: nobody says where and when its owner agreed.
 * `bad-date`: that is no day, or one to come. `suppressed`: its mails came back. `unsubscribed`: its
 * owner has unsubscribed since they agreed. `too-many`: the file is too long.
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
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

const HEADINGS = {
  email: /e-?mail|address/i,
  source: /source|origin|where|page|consent (from|source)/i,
  date: /date|since|confirmed|opt.?in|when|subscribed/i,
}

/** Which column is what, by the words over them. */
export function guessColumns(headings: readonly string[]): { email: number; source: number | null; date: number | null } {
  const find = (pattern: RegExp, not: readonly number[]) => headings.findIndex((words, at) => !not.includes(at) && pattern.test(words))
  const email = Math.max(0, find(HEADINGS.email, []))
  const date = find(HEADINGS.date, [email])
  const source = find(HEADINGS.source, [email, date])
  return { email, source: source === -1 ? null : source, date: date === -1 ? null : date }
}

/** As files say it: `2026-05-31`, with or without a time, or `31.05.2026` and `31/05/2026`. @returns ISO 8601; undefined for what is no day */
export function parseConsentDate(words: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(words) ?? []
  const iso = year === undefined ? words : `${year}-${(month ?? '').padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(iso)) return undefined
  const at = new Date(iso.replace(' ', 'T'))
  if (Number.isNaN(at.getTime())) return undefined
  // The 31st of February is no day, and would be another. The day alone is looked at: its hour may lie in another month in UTC.
  const date = iso.slice(0, 10)
  if (!new Date(date).toISOString().startsWith(date)) return undefined
  return at.toISOString()
}
