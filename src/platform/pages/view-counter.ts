/**
 * Counts views once per visit. Views are collected in memory and written in batches, every half minute and at shutdown. A visitor is a hash
 * of IP address and user agent with a salt that is deleted after a day, so it cannot be traced back to a person.
 */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { createIsbotFromList, list } from 'isbot'
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import type { Feature } from '#platform/contract/feature.ts'
import type { ViewedItem, Site } from '#platform/contract/context.ts'

export const VISIT_MS = 30 * 60_000
/** Enough for about 200,000 visits. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024

/** All browsers' user agents begin like this, also those of feature phones; those of apps and libraries do not. */
const BROWSER = /^(mozilla\/\d|opera\/\d|ucweb|nokia|samsung-|blackberry)/i
/** User agent of a browser that hides its details. */
const BARE_BROWSER = 'Mozilla/5.0'
/** Headless browsers count, because people also use them. */
const isListedRobot = createIsbotFromList(list.filter((pattern) => pattern !== 'headless'))
const robots = createBoundedCache<boolean>({
  maxBytes: 1024 * 1024,
  memoMethod: (userAgent) => !BROWSER.test(userAgent) || (userAgent !== BARE_BROWSER && isListedRobot(userAgent)),
})

/** Whether the user agent is not that of a person's browser. */
export const isRobot = (userAgent: string): boolean => robots.memo(userAgent)

/** Whether a request shows the page to a visitor: false for HEAD and prefetches. */
export function isPageView({ method = 'GET', headers }: { method?: string | undefined; headers: IncomingHttpHeaders }): boolean {
  const purpose = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']].join(' ')
  return method !== 'HEAD' && !/prefetch|preview|prerender/i.test(purpose)
}

interface Visitor {
  clientIp: string
  userAgent: string
}

/** Returns a hash that identifies a visitor within one day (UTC). @param salt salt of that day @returns 16 characters, base64url */
export const hashVisitor = (salt: Buffer, { clientIp, userAgent }: Visitor): string =>
  createHash('sha256').update(salt).update(clientIp).update('\n').update(userAgent).digest('base64url').slice(0, 16)

/** Finds the salt of a day. @param now milliseconds since 1970 */
export type FindSalt = (now: number) => Promise<Buffer>

/** Item id → keys of its visits in this process. */
export type VisitsOfItems = Map<number, Set<string>>
export type SaveViews = (site: Site, table: ViewedItem['table'], visits: VisitsOfItems) => Promise<void>

export class ViewCounter {
  #pending = new Map<Site, Map<ViewedItem['table'], VisitsOfItems>>()
  /** Promises of the views that wait for the salt. */
  readonly #unhashed = new Set<Promise<void>>()
  /** Start of the current visit, by visitor and item. */
  readonly #visits = createBoundedCache<number>({ maxBytes: MAX_CACHED_BYTES })
  readonly #findSalt: FindSalt
  readonly #write: SaveViews
  constructor(findSalt: FindSalt, write: SaveViews) {
    this.#findSalt = findSalt
    this.#write = write
  }

  /** Records a view. Views of the same visitor within half an hour are one visit. */
  recordView(site: Site, item: ViewedItem, visitor: Visitor, now = Date.now()): void {
    if (isRobot(visitor.userAgent)) return
    // Without a salt the view is not counted: the database is unavailable.
    const hashed = this.#findSalt(now).then(
      (salt) => this.#record(site, item, hashVisitor(salt, visitor), now),
      () => undefined,
    )
    this.#unhashed.add(hashed)
    void hashed.finally(() => this.#unhashed.delete(hashed))
  }

  #record(site: Site, item: ViewedItem, visitor: string, now: number): void {
    const key = `${site.id}:${item.table}:${item.id}:${visitor}`
    const startedAt = this.#visits.get(key)
    if (startedAt !== undefined && now - startedAt < VISIT_MS) return
    this.#visits.set(key, now)
    this.#add(site, item.table, new Map([[item.id, new Set([key])]]))
  }

  /**
   * Writes the collected views. A failed write is retried at the next flush and does not prevent the others.
   * @throws the first error
   */
  async flush(): Promise<void> {
    await Promise.all(this.#unhashed)
    const pending = this.#pending
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- bounded by the number of sites
    this.#pending = new Map()
    const errors: unknown[] = []
    for (const [site, tables] of pending) {
      for (const [table, visits] of tables) {
        try {
          await this.#write(site, table, visits)
        } catch (error) {
          this.#add(site, table, visits)
          errors.push(error)
        }
      }
    }
    if (errors.length) throw errors[0]
  }

  #add(site: Site, table: ViewedItem['table'], visits: VisitsOfItems): void {
    const tables = this.#pending.get(site) ?? new Map<ViewedItem['table'], VisitsOfItems>()
    const merged: VisitsOfItems = tables.get(table) ?? new Map()
    for (const [id, visitKeys] of visits) merged.set(id, new Set([...(merged.get(id) ?? []), ...visitKeys]))
    this.#pending.set(site, tables.set(table, merged))
  }
}

/** Claims visits across processes. @returns the keys that no other process has counted */
export type ClaimVisits = (ctx: { db: Site['db'] }, visitKeys: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * Adds visits to the rows of a table in one transaction, through the feature that counts its views.
 * @throws Error if no feature counts them
 */
export async function saveCountedViews(
  features: readonly Feature[],
  claim: ClaimVisits,
  site: Site,
  table: ViewedItem['table'],
  visits: VisitsOfItems,
): Promise<void> {
  const addViews = features.find(({ countedViews }) => countedViews?.[table])?.countedViews?.[table]
  if (!addViews) throw new Error(`No feature counts views of ${table}`)
  await site.db.transaction().execute(async (db) => {
    const claimed = await claim(
      { db },
      [...visits.values()].flatMap((visitKeys) => [...visitKeys]),
    )
    // Sorted, to avoid deadlocks between processes.
    for (const [id, visitKeys] of [...visits].toSorted(([a], [b]) => a - b)) {
      const views = [...visitKeys].filter((key) => claimed.has(key)).length
      if (views > 0) await addViews({ db }, id, views)
    }
  })
}
