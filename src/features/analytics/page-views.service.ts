/**
 * Looks at pages are counted in memory and written together. What a visitor is told by is a hash of address and browser
 * with a salt of the day: both stay in memory, so after a restart somebody may be counted a second time that day.
 */
import type { Context, Site } from '#platform/context.ts'
import { addressOf, type Asked as AskedFrom, type Trust } from '#platform/proxy.ts'
import { isLook, isRobot, VisitorHash } from '#platform/visits.ts'
import { LONGEST_PATH, OTHER_PAGES } from './analytics.contract.ts'
import * as queries from './page-view.queries.ts'
import { isCountedPath, pathOf } from './page-path.policy.ts'

export const MOST_PATHS_A_DAY = 2_000
const MOST_REMEMBERED = 200_000

export interface CountedDay {
  paths: Map<string, number>
  visitors: number
}
type Write = (site: Site, day: string, counted: CountedDay) => Promise<void>

/** What is told of a request: its headers, and whom it came from. */
export type Asked = AskedFrom & { method?: string | undefined; url?: string | undefined }

export class PageViews {
  #pending = new Map<Site, Map<string, CountedDay>>()
  #today = ''
  #visitors = new Set<string>()
  readonly #hash = new VisitorHash()
  readonly #trust: Trust
  readonly #write: Write

  /** @param trust whose word on the visitor's address is believed */
  constructor(trust: Trust, write: Write) {
    this.#trust = trust
    this.#write = write
  }

  /** A page was answered to this request. A page fetched ahead, or by a script, has not been looked at. */
  notePage(site: Site, request: Asked, now?: number): void {
    const { headers, url } = request
    if (!isLook(request) || (headers['sec-fetch-dest'] ?? 'document') !== 'document') return
    this.note(site, url ?? '/', request, now)
  }

  /**
   * Counts one look, unless a robot looks or somebody who asks not to be counted.
   * @param url its query is left out
   * @returns whether it was counted
   */
  note(site: Site, url: string, request: Asked, now = Date.now()): boolean {
    const { headers } = request
    const userAgent = headers['user-agent'] ?? ''
    const path = pathOf(url)
    if (headers['dnt'] === '1' || headers['sec-gpc'] === '1' || isRobot(userAgent) || !isCountedPath(path)) return false
    const day = new Date(now).toISOString().slice(0, 10)
    const counted = this.#dayOf(site, day)
    const isApart = path.length <= LONGEST_PATH && (counted.paths.has(path) || counted.paths.size < MOST_PATHS_A_DAY)
    add(counted.paths, isApart ? path : OTHER_PAGES, 1)
    if (this.#isNew(`${site.id}:${this.#hash.of({ address: addressOf(request, this.#trust), userAgent }, now)}`, day)) counted.visitors += 1
    return true
  }

  /**
   * Writes what was noted. One site that cannot be written to keeps no other from it, and loses nothing.
   * @throws the first site's error
   */
  async flush(): Promise<void> {
    const pending = this.#pending
    this.#pending = new Map()
    const faults: unknown[] = []
    for (const [site, days] of pending) {
      for (const [day, counted] of days) {
        try {
          await this.#write(site, day, counted)
        } catch (fault) {
          faults.push(fault)
          const now = this.#dayOf(site, day)
          for (const [path, views] of counted.paths) add(now.paths, path, views)
          now.visitors += counted.visitors
        }
      }
    }
    if (faults.length) throw faults[0]
  }

  #dayOf(site: Site, day: string): CountedDay {
    const days = this.#pending.get(site) ?? new Map<string, CountedDay>()
    const counted = days.get(day) ?? { paths: new Map<string, number>(), visitors: 0 }
    this.#pending.set(site, days.set(day, counted))
    return counted
  }

  #isNew(visitor: string, day: string): boolean {
    if (day !== this.#today) {
      this.#today = day
      this.#visitors.clear()
    }
    if (this.#visitors.has(visitor)) return false
    this.#visitors.add(visitor)
    if (this.#visitors.size > MOST_REMEMBERED) this.#visitors.delete(this.#visitors.values().next().value ?? '')
    return true
  }
}

const add = (counts: Map<string, number>, path: string, views: number) => counts.set(path, (counts.get(path) ?? 0) + views)

/** Where counted looks are written. */
export async function writeDay({ db }: Pick<Context, 'db'>, day: string, { paths, visitors }: CountedDay): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await queries.addViews({ db: trx }, day, paths, MOST_PATHS_A_DAY)
    if (visitors) await queries.addVisitors({ db: trx }, day, visitors)
  })
}
