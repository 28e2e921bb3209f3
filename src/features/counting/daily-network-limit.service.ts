/** How often one network is counted in a statistic on one day: enough for every person behind it, too little to invent what a report shows. */
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import { rateLimitNetwork } from '#platform/http/proxy.ts'
import { dayOf } from './daily-salt.service.ts'

/** About twenty thousand networks; those that were seen longest ago are purged first. */
const MAX_BYTES = 3 * 1024 * 1024

/** In the memory of the process: of several processes each counts the requests that it has handled. Nothing of it is stored. */
export class DailyNetworkLimit {
  readonly #max: number
  readonly #counts = createBoundedCache<number>({ maxBytes: MAX_BYTES })
  #day = ''

  /** @param max per network, site and day (UTC) */
  constructor(max: number) {
    this.#max = max
  }

  /** Counts one more. @returns whether it is within the limit */
  isWithin(siteId: string, clientIp: string, now = Date.now()): boolean {
    const day = dayOf(now)
    if (day !== this.#day) this.#counts.clear()
    this.#day = day
    const key = `${siteId} ${rateLimitNetwork(clientIp)}`
    const count = this.#counts.get(key) ?? 0
    if (count >= this.#max) return false
    this.#counts.set(key, count + 1)
    return true
  }
}
