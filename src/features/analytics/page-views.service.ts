/**
 * Counts page views in memory and writes them in batches. Visitors are distinguished by a hash of IP address and browser with a daily salt.
 * With one process, hashes and salt stay in memory, so a visitor may be counted again after a restart; several processes share them through
 * the database until the day is over.
 */
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import type { Context, Site } from '#platform/contract/context.ts'
import { clientIpOf, type RawRequestInfo as AskedFrom, type TrustsHop } from '#platform/http/proxy.ts'
import { DailyNetworkLimit } from '#features/counting/daily-network-limit.service.ts'
import { claimVisits } from '#features/counting/visit.service.ts'
import { hashVisitor, isPageView, isRobot, type FindSalt } from '#platform/pages/view-counter.ts'
import { MAX_PATH_LENGTH, OTHER_PAGES } from './analytics.contract.ts'
import * as queries from './page-view.queries.ts'
import { isCountedPath, normalizePath } from '#features/pages/page-url.policy.ts'
import { toUtcDay } from '#wording/iso-day.ts'

export const MAX_PATHS_PER_DAY = 2_000
/** Limit per network and day: enough for a shared network, but too little for one attacker to make a page look popular. */
export const MAX_VIEWS_OF_NETWORK = 5_000
const DAY_MS = 86_400_000
/** Size of the visitor cache: about 200,000 hashes. */
const MAX_VISITOR_CACHE_BYTES = 28 * 1024 * 1024

export interface CountedDay {
  paths: Map<string, number>
  /** Hashes of the visitors that this process has seen for the first time that day, since the last flush. */
  visitors: Set<string>
}
type WriteDay = (site: Site, day: string, counts: CountedDay) => Promise<void>

/** The properties of a request that are needed to count it. */
export type PageRequestInfo = AskedFrom & { method?: string | undefined; url?: string | undefined }

export class PageViewCounter {
  #pending = new Map<Site, Map<string, CountedDay>>()
  #today = ''
  readonly #visitors = createBoundedCache<true>({ maxBytes: MAX_VISITOR_CACHE_BYTES })
  readonly #findSalt: FindSalt
  /** Visits that wait for the daily salt. */
  readonly #inFlight = new Set<Promise<void>>()
  readonly #trust: TrustsHop
  readonly #limit = new DailyNetworkLimit(MAX_VIEWS_OF_NETWORK)
  readonly #write: WriteDay

  /** @param trust decides whether the X-Forwarded-For header of a proxy is trusted */
  constructor(trust: TrustsHop, findSalt: FindSalt, write: WriteDay) {
    this.#trust = trust
    this.#findSalt = findSalt
    this.#write = write
  }

  /** Counts a rendered page, unless the request is a prefetch or was made by JavaScript. */
  recordPageView(site: Site, request: PageRequestInfo, now?: number): void {
    const { headers, url } = request
    if (!isPageView(request) || (headers['sec-fetch-dest'] ?? 'document') !== 'document') return
    this.recordPath(site, url ?? '/', request, now)
  }

  /**
   * Counts one view, unless the visitor is a robot, sends DNT or GPC, or the network has reached its daily limit.
   * @param url URL or path, whose query is ignored
   * @returns whether the view was counted
   */
  recordPath(site: Site, url: string, request: PageRequestInfo, now = Date.now()): boolean {
    const { headers } = request
    const userAgent = headers['user-agent'] ?? ''
    const path = normalizePath(url)
    if (headers['dnt'] === '1' || headers['sec-gpc'] === '1' || isRobot(userAgent) || !isCountedPath(path)) return false
    const clientIp = clientIpOf(request, this.#trust)
    if (!this.#limit.isWithin(site.id, clientIp, now)) return false
    const day = toUtcDay(now)
    const pendingDay = this.#getPendingDay(site, day)
    const isListed = path.length <= MAX_PATH_LENGTH && (pendingDay.paths.has(path) || pendingDay.paths.size < MAX_PATHS_PER_DAY)
    addViews(pendingDay.paths, isListed ? path : OTHER_PAGES, 1)
    this.#recordVisitor(site, day, { clientIp, userAgent }, now)
    return true
  }

  #recordVisitor(site: Site, day: string, visitor: Parameters<typeof hashVisitor>[1], now: number): void {
    const recording = this.#findSalt(now).then(
      (salt) => {
        const key = `${day}:${hashVisitor(salt, visitor)}`
        if (this.#isFirstVisit(`${site.id}:${key}`, day)) this.#getPendingDay(site, day).visitors.add(key)
      },
      () => undefined,
    )
    this.#inFlight.add(recording)
    void recording.finally(() => this.#inFlight.delete(recording))
  }

  /**
   * Writes the pending counts. If a site fails, its counts stay pending and the others are still written.
   * @throws the first error
   */
  async flush(): Promise<void> {
    await Promise.all(this.#inFlight)
    const pending = this.#pending
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- pending counts by site
    this.#pending = new Map()
    const errors: unknown[] = []
    for (const [site, days] of pending) {
      for (const [day, counts] of days) {
        try {
          await this.#write(site, day, counts)
        } catch (error) {
          errors.push(error)
          const pendingDay = this.#getPendingDay(site, day)
          for (const [path, views] of counts.paths) addViews(pendingDay.paths, path, views)
          for (const visitor of counts.visitors) pendingDay.visitors.add(visitor)
        }
      }
    }
    if (errors.length) throw errors[0]
  }

  #getPendingDay(site: Site, day: string): CountedDay {
    const days = this.#pending.get(site) ?? new Map<string, CountedDay>()
    const pendingDay = days.get(day) ?? { paths: new Map<string, number>(), visitors: new Set<string>() }
    this.#pending.set(site, days.set(day, pendingDay))
    return pendingDay
  }

  #isFirstVisit(visitor: string, day: string): boolean {
    if (day !== this.#today) {
      this.#today = day
      this.#visitors.clear()
    }
    if (this.#visitors.has(visitor)) return false
    this.#visitors.set(visitor, true)
    return true
  }
}

const addViews = (counts: Map<string, number>, path: string, views: number) => counts.set(path, (counts.get(path) ?? 0) + views)

/** Adds the counts of a day to the stored ones. */
export async function savePageViewDay({ db }: Pick<Context, 'db'>, day: string, { paths, visitors }: CountedDay): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await queries.addPageViews({ db: trx }, day, paths, MAX_PATHS_PER_DAY)
    const { size } = await claimVisits({ db: trx }, [...visitors], DAY_MS)
    if (size) await queries.addVisitorCount({ db: trx }, day, size)
  })
}
