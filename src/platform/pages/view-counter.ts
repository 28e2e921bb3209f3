/**
 * Views are counted once per visit, without a database write per request: noted in memory, written together every
 * half minute and on a normal stop. A visitor is a hash of address and browser with a salt that is made anew each
 * day and is gone with it, so it identifies nobody.
 */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { createIsbotFromList, list } from 'isbot'
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import type { Feature } from '#platform/contract/feature.ts'
import type { ViewedItem, Site } from '#platform/contract/context.ts'

/** Whoever looks again within half an hour is on the same visit. */
export const VISIT_MS = 30 * 60_000
/** Some two hundred thousand visits. */
const MAX_REMEMBERED_BYTES = 32 * 1024 * 1024

/** Every browser begins its name like this, those of keypad phones as themselves. What an app or a library asks with begins with its own. */
const BROWSER = /^(mozilla\/\d|opera\/\d|ucweb|nokia|samsung-|blackberry)/i
/** A browser that keeps everything else to itself. */
const BARE_BROWSER = 'Mozilla/5.0'
/** A browser without a screen is somebody's own. */
const isListed = createIsbotFromList(list.filter((pattern) => pattern !== 'headless'))
const robots = createBoundedCache<boolean>({
  maxBytes: 1024 * 1024,
  memoMethod: (userAgent) => !BROWSER.test(userAgent) || (userAgent !== BARE_BROWSER && isListed(userAgent)),
})

/** Whether this is no person's browser, as far as its name tells. */
export const isRobot = (userAgent: string): boolean => robots.memo(userAgent)

/** Whether somebody asks to see the answer: not about it (HEAD), and not in case they will (a page fetched ahead). */
export function isPageView({ method = 'GET', headers }: { method?: string | undefined; headers: IncomingHttpHeaders }): boolean {
  const purpose = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']].join(' ')
  return method !== 'HEAD' && !/prefetch|preview|prerender/i.test(purpose)
}

interface Visitor {
  clientIp: string
  userAgent: string
}

/** Tells visitors apart within one day (UTC), and nothing more. @param salt of a day */
export const hashVisitor = (salt: Buffer, { clientIp, userAgent }: Visitor): string =>
  createHash('sha256').update(salt).update(clientIp).update('\n').update(userAgent).digest('base64url').slice(0, 16)

/** The salt of the day that this moment is in. */
export type FindSalt = (now: number) => Promise<Buffer>

/** Of each item the hashes of its visits: this process has seen each of them once. */
export type VisitsOfItems = Map<number, Set<string>>
export type SaveViews = (site: Site, table: ViewedItem['table'], visits: VisitsOfItems) => Promise<void>

export class ViewCounter {
  #pending = new Map<Site, Map<ViewedItem['table'], VisitsOfItems>>()
  /** Looks that wait for the salt. */
  readonly #underWay = new Set<Promise<void>>()
  /** When each visitor last looked at each thing. */
  readonly #remembered = createBoundedCache<number>({ maxBytes: MAX_REMEMBERED_BYTES })
  readonly #findSalt: FindSalt
  readonly #write: SaveViews
  constructor(findSalt: FindSalt, write: SaveViews) {
    this.#findSalt = findSalt
    this.#write = write
  }

  /** Notes one look. The same visitor looking again within half an hour is the same visit. */
  recordView(site: Site, item: ViewedItem, visitor: Visitor, now = Date.now()): void {
    if (isRobot(visitor.userAgent)) return
    // Without a salt a look is not counted: the database that it would be written to does not answer.
    const work = this.#findSalt(now).then(
      (salt) => this.#record(site, item, hashVisitor(salt, visitor), now),
      () => undefined,
    )
    this.#underWay.add(work)
    void work.finally(() => this.#underWay.delete(work))
  }

  #record(site: Site, item: ViewedItem, visitor: string, now: number): void {
    const key = `${site.id}:${item.table}:${item.id}:${visitor}`
    const last = this.#remembered.get(key)
    if (last !== undefined && now - last < VISIT_MS) return
    this.#remembered.set(key, now)

    this.#add(site, item.table, new Map([[item.id, new Set([key])]]))
  }

  /**
   * Writes what was noted. What could not be written is kept for the next time, and keeps no other site waiting.
   * @throws the first error
   */
  async flush(): Promise<void> {
    await Promise.all(this.#underWay)
    const pending = this.#pending
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- the sites
    this.#pending = new Map()
    const faults: unknown[] = []
    for (const [site, tables] of pending) {
      for (const [table, visits] of tables) {
        try {
          await this.#write(site, table, visits)
        } catch (fault) {
          this.#add(site, table, visits)
          faults.push(fault)
        }
      }
    }
    if (faults.length) throw faults[0]
  }

  #add(site: Site, table: ViewedItem['table'], visits: VisitsOfItems): void {
    const tables = this.#pending.get(site) ?? new Map<ViewedItem['table'], VisitsOfItems>()
    const now: VisitsOfItems = tables.get(table) ?? new Map()
    for (const [id, keys] of visits) now.set(id, new Set([...(now.get(id) ?? []), ...keys]))
    this.#pending.set(site, tables.set(table, now))
  }
}

/** Of these visits those that count: no other process has counted them. */
export type ClaimVisits = (ctx: { db: Site['db'] }, keys: readonly string[]) => Promise<ReadonlySet<string>>

/** Adds visits to the rows of the feature that counts this table's views. All or nothing. */
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
      [...visits.values()].flatMap((keys) => [...keys]),
    )
    // In one order: two processes that write at once never wait for each other.
    for (const [id, keys] of [...visits].toSorted(([one], [other]) => one - other)) {
      const views = [...keys].filter((key) => claimed.has(key)).length
      if (views > 0) await addViews({ db }, id, views)
    }
  })
}
