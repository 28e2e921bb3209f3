/** What one process tells the others of what was written: the text of a `NOTIFY`. */
import { tablesAmong, unknownRows } from './row-keys.ts'

export const CHANGE_CHANNEL = 'site_changes'
/** Counts a site's writes, also those that were taken back. Whoever has lost the connection sees from it whether they missed any. */
export const CHANGE_COUNTER = 'change_counter'
/** Counts the writes of all sites, in `public`: one look at it says whether any was missed. */
export const ALL_CHANGES_COUNTER = 'netzero_change_counter'
/** PostgreSQL takes 8,000 bytes; all our tables need a tenth of that. */
const MAX_LENGTH = 7_000

/** A write's number among those of its site, and of all sites. */
export interface ChangeNumber {
  ofSite: number
  ofAll: number
}

export interface SiteChange {
  site: string
  numbers: readonly ChangeNumber[]
  /** Tables and keys of rows. */
  tables: readonly string[]
}

/** What would be too long is said of whole tables. */
export function joinKeysWithinLimit(keys: ReadonlySet<string>): string {
  const all = [...keys].toSorted().join(',')
  return all.length <= MAX_LENGTH ? all : unknownRows([...tablesAmong(keys)]).join(',')
}

/** Names of sites and tables are letters, digits and underscores, and values are encoded: there is no blank in them. */
export function formatChange(site: string, numbers: readonly ChangeNumber[], keys: ReadonlySet<string>): string {
  // The first number stands alone for processes of an earlier version, while they are being replaced.
  return `${site} ${numbers[0]?.ofSite ?? 0} ${joinKeysWithinLimit(keys)} ${numbers.map(({ ofSite, ofAll }) => `${ofSite}.${ofAll}`).join(',')}`
}

/** @returns undefined for what is none of ours */
export function parseChange(payload: string | undefined): SiteChange | undefined {
  const [site, , tables, numbers = ''] = payload?.split(' ') ?? []
  if (!site || !tables) return undefined
  const read = numbers.split(',').map((one) => one.split('.').map(Number))
  return {
    site,
    tables: tables.split(','),
    numbers: read.flatMap(([ofSite = 0, ofAll = 0]) => (ofSite > 0 ? [{ ofSite, ofAll }] : [])),
  }
}

/** Numbers that were heard of. They come nearly in order, and one that never comes is a write that was taken back or told by nobody. */
export class ReceivedNumbers {
  #upTo: number
  readonly #later = new Set<number>()
  /** @param upTo everything up to here counts as heard */
  constructor(upTo: number) {
    this.#upTo = upTo
  }

  add(number: number): void {
    if (number > this.#upTo) this.#later.add(number)
    while (this.#later.delete(this.#upTo + 1)) this.#upTo += 1
  }

  /** Whether all up to this one were heard of, and the counter was not set back. */
  covers(number: number): boolean {
    return this.#upTo >= number
  }

  /** Whether nothing is known that a counter which stands there has not counted. */
  isWithin(number: number): boolean {
    return this.#upTo <= number
  }
}
