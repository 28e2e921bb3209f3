/**
 * Views are counted once per visit, without a database write per request: noted in memory, written together every
 * half minute and on a normal stop. A visitor is a hash of address and browser with a salt that is made anew each
 * day and never stored, so it identifies nobody.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { createIsbotFromList, list } from 'isbot'
import { LRUCache } from 'lru-cache'
import type { Feature } from './feature.ts'
import type { ViewedItem, Site } from './context.ts'

const VISIT_MINUTES = 30
/** Some two hundred thousand visits. */
const MAX_REMEMBERED_BYTES = 32 * 1024 * 1024

/** Every browser begins its name like this, those of keypad phones as themselves. What an app or a library asks with begins with its own. */
const BROWSER = /^(mozilla\/\d|opera\/\d|ucweb|nokia|samsung-|blackberry)/i
/** A browser that keeps everything else to itself. */
const BARE_BROWSER = 'Mozilla/5.0'
/** A browser without a screen is somebody's own. */
const isListed = createIsbotFromList(list.filter((pattern) => pattern !== 'headless'))
const robots = new LRUCache<string, boolean>({
  maxSize: 1024 * 1024,
  sizeCalculation: (_isRobot, userAgent) => 2 * userAgent.length + 100,
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

/** Tells visitors apart within one day (UTC), and nothing more. */
export class VisitorHash {
  #salt = randomBytes(16)
  #saltDay = ''

  of({ clientIp: address, userAgent }: Visitor, now: number): string {
    const day = new Date(now).toISOString().slice(0, 10)
    if (day !== this.#saltDay) {
      this.#saltDay = day
      this.#salt = randomBytes(16)
    }
    return createHash('sha256').update(this.#salt).update(address).update('\n').update(userAgent).digest('base64url').slice(0, 16)
  }
}

export type SaveViews = (site: Site, table: ViewedItem['table'], counts: Map<number, number>) => Promise<void>

export class ViewCounter {
  #pending = new Map<Site, Map<ViewedItem['table'], Map<number, number>>>()
  /** When each visitor last looked at each thing. */
  readonly #remembered = new LRUCache<string, number>({
    maxSize: MAX_REMEMBERED_BYTES,
    sizeCalculation: (_at, visit) => visit.length + 120,
  })
  readonly #hash = new VisitorHash()
  readonly #write: SaveViews
  constructor(write: SaveViews) {
    this.#write = write
  }

  /** Notes one look. The same visitor looking again within half an hour is the same visit. */
  recordView(site: Site, item: ViewedItem, visitor: Visitor, now = Date.now()): void {
    if (isRobot(visitor.userAgent)) return
    const key = `${site.id}:${item.table}:${item.id}:${this.#hash.of(visitor, now)}`
    const last = this.#remembered.get(key)
    if (last !== undefined && now - last < VISIT_MINUTES * 60_000) return
    this.#remembered.set(key, now)

    const tables = this.#pending.get(site) ?? new Map<ViewedItem['table'], Map<number, number>>()
    const counts = tables.get(item.table) ?? new Map<number, number>()
    counts.set(item.id, (counts.get(item.id) ?? 0) + 1)
    this.#pending.set(site, tables.set(item.table, counts))
  }

  /**
   * Writes what was noted. What could not be written is kept for the next time, and keeps no other site waiting.
   * @throws the first error
   */
  async flush(): Promise<void> {
    const pending = this.#pending
    this.#pending = new Map()
    const faults: unknown[] = []
    for (const [site, tables] of pending) {
      for (const [table, counts] of tables) {
        try {
          await this.#write(site, table, counts)
        } catch (fault) {
          this.#requeue(site, table, counts)
          faults.push(fault)
        }
      }
    }
    if (faults.length) throw faults[0]
  }

  #requeue(site: Site, table: ViewedItem['table'], counts: Map<number, number>): void {
    const tables = this.#pending.get(site) ?? new Map<ViewedItem['table'], Map<number, number>>()
    const now = tables.get(table) ?? new Map<number, number>()
    for (const [id, count] of counts) now.set(id, (now.get(id) ?? 0) + count)
    this.#pending.set(site, tables.set(table, now))
  }
}

/** Adds counts to the rows of the feature that counts this table's views. All or nothing. */
export async function saveCountedViews(
  features: readonly Feature[],
  site: Site,
  table: ViewedItem['table'],
  counts: Map<number, number>,
): Promise<void> {
  const addViews = features.find(({ countedViews }) => countedViews?.[table])?.countedViews?.[table]
  if (!addViews) throw new Error(`No feature counts views of ${table}`)
  await site.db.transaction().execute(async (db) => {
    for (const [id, views] of counts) await addViews({ db }, id, views)
  })
}
