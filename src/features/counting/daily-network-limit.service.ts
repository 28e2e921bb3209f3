/** Limits how often a network is counted in statistics per day: enough for a shared network, but too little to distort a report. */
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import { rateLimitNetwork } from '#platform/http/proxy.ts'
import { toUtcDay } from '#wording/iso-day.ts'

/** Size of the cache: about 20,000 networks; the least recently used are dropped first. */
const MAX_CACHE_BYTES = 3 * 1024 * 1024

/** Counts in memory only, so each of several processes has its own counts. */
export class DailyNetworkLimit {
  readonly #max: number
  readonly #counts = createBoundedCache<number>({ maxBytes: MAX_CACHE_BYTES })
  #day = ''

  /** @param max requests per network, site and day (UTC) */
  constructor(max: number) {
    this.#max = max
  }

  /** Counts a request. @returns whether it is within the limit */
  isWithin(siteId: string, clientIp: string, now = Date.now()): boolean {
    const day = toUtcDay(now)
    if (day !== this.#day) this.#counts.clear()
    this.#day = day
    const key = `${siteId} ${rateLimitNetwork(clientIp)}`
    const count = this.#counts.get(key) ?? 0
    if (count >= this.#max) return false
    this.#counts.set(key, count + 1)
    return true
  }
}
