/** Formats and parses the `NOTIFY` payloads by which processes publish their writes. */
import { tablesAmong, unknownRows } from './row-keys.ts'

export const CHANGE_CHANNEL = 'site_changes'
/** Sequence that counts a site's writes, including rolled-back ones. After a reconnect it shows whether messages were missed. */
export const CHANGE_COUNTER = 'change_counter'
/** Sequence in schema `public` that counts the writes of all sites: one query shows whether any message was missed. */
export const ALL_CHANGES_COUNTER = 'netzero_change_counter'
/** Maximum length of the keys: PostgreSQL limits payloads to 8,000 bytes; the names of all tables take a tenth of that. */
const MAX_KEYS_LENGTH = 7_000

/** Sequence numbers of one write. */
export interface ChangeNumber {
  ofSite: number
  ofAll: number
}

export interface SiteChange {
  site: string
  numbers: readonly ChangeNumber[]
  /** Table names and row keys (`row-keys.ts`). */
  tables: readonly string[]
}

/** Joins keys with commas; if the text exceeds the limit, falls back to table-level keys. */
export function joinKeysWithinLimit(keys: ReadonlySet<string>): string {
  const joined = [...keys].toSorted().join(',')
  return joined.length <= MAX_KEYS_LENGTH ? joined : unknownRows([...tablesAmong(keys)]).join(',')
}

/** Formats a message whose parts are separated by spaces: site and table names contain none, and values are URI-encoded. */
export function formatChange(site: string, numbers: readonly ChangeNumber[], keys: ReadonlySet<string>): string {
  // The first number is repeated on its own for processes of an earlier version, during a rolling update.
  return `${site} ${numbers[0]?.ofSite ?? 0} ${joinKeysWithinLimit(keys)} ${numbers.map(({ ofSite, ofAll }) => `${ofSite}.${ofAll}`).join(',')}`
}

/** Parses a payload. @returns `undefined` if it is not in this format */
export function parseChange(payload: string | undefined): SiteChange | undefined {
  const [site, , tables, numbers = ''] = payload?.split(' ') ?? []
  if (!site || !tables) return undefined
  const pairs = numbers.split(',').map((pair) => pair.split('.').map(Number))
  return {
    site,
    tables: tables.split(','),
    numbers: pairs.flatMap(([ofSite = 0, ofAll = 0]) => (ofSite > 0 ? [{ ofSite, ofAll }] : [])),
  }
}

/** Tracks received write numbers. They arrive nearly in order; a missing one is a rolled-back or unpublished write. */
export class ReceivedNumbers {
  #upTo: number
  readonly #later = new Set<number>()
  /** @param upTo number up to which all numbers count as received */
  constructor(upTo: number) {
    this.#upTo = upTo
  }

  add(number: number): void {
    if (number > this.#upTo) this.#later.add(number)
    while (this.#later.delete(this.#upTo + 1)) this.#upTo += 1
  }

  /** Whether all numbers up to a given one were received. */
  covers(number: number): boolean {
    return this.#upTo >= number
  }

  /** Whether no number above a given one was received, which means that the counter was not reset. */
  isWithin(number: number): boolean {
    return this.#upTo <= number
  }
}
