/** Enforces the quotas of a tenant site. Usage is cached for a minute, but measured each time near the limit. */
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import type { Site } from '#platform/contract/context.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { QuotaKind, QuotaUsage, SiteQuotas } from '#platform/contract/quota.ts'
import { formatWait } from '#wording/durations.ts'
import { isNearLimit, QUOTA_CODES, QUOTA_MESSAGES, type QuotaLimits } from './quota.policy.ts'
import { addCall } from './quota.queries.ts'
import { findLimits, formatHour, listUseOf, measureUse, recordExceededQuota } from './quota.service.ts'

const MINUTE_MS = 60_000
/** Maximum age of the cached size; longer than that of other quotas, as scanning a folder is expensive. */
const SIZE_MAX_AGE_MS = 5 * MINUTE_MS
const SIZE_MAX_AGE_NEAR_LIMIT_MS = 10_000
/** Minimum interval between records of an exceeded quota. */
const RECORD_INTERVAL_MS = 10 * MINUTE_MS
const RETRY_AFTER_SECONDS = 3600

interface Cached<T> {
  /** Unix time in ms. */
  at: number
  value: Promise<T>
}

export class QuotaGuard implements SiteQuotas {
  readonly #db: Site['db']
  readonly #main: Pick<Site, 'db'>
  readonly #launchId: number
  readonly #sizeBytes: () => Promise<number>
  #limits: Cached<QuotaLimits> | undefined
  readonly #used = new Map<QuotaKind, Cached<number>>()
  /** When each exceeded quota was last recorded, as Unix time in ms. */
  readonly #recorded = new Map<QuotaKind, number>()

  /** @param sizeBytes measures the site's database and files */
  constructor(db: Site['db'], main: Pick<Site, 'db'>, launchId: number, sizeBytes: () => Promise<number>) {
    this.#db = db
    this.#main = main
    this.#launchId = launchId
    this.#sizeBytes = sizeBytes
  }

  async assertWithinQuota(kind: QuotaKind, adding = 0): Promise<void> {
    if (await this.#isWithinLimit(kind, adding)) return
    await this.#record(kind)
    throw new AppError(507, QUOTA_CODES[kind], QUOTA_MESSAGES[kind], undefined, RETRY_AFTER_SECONDS)
  }

  async isWithinQuota(kind: QuotaKind): Promise<boolean> {
    if (await this.#isWithinLimit(kind, 1)) return true
    await this.#record(kind)
    return false
  }

  async countCall(): Promise<void> {
    const now = Date.now()
    const [{ calls: limit }, calls] = await Promise.all([
      this.#findLimits(now),
      // Separate dependencies, so that counting does not invalidate cached responses.
      trackDependencies(createDependencies(), () => addCall({ db: this.#db }, formatHour(now))),
    ])
    if (calls <= limit) return
    await this.#record('calls')
    const seconds = Math.ceil((3_600_000 - (now % 3_600_000)) / 1000)
    throw new AppError(429, QUOTA_CODES.calls, `${QUOTA_MESSAGES.calls} ${formatWait(seconds)}.`, undefined, seconds)
  }

  async listUsage(): Promise<QuotaUsage[]> {
    return listUseOf(this.#db, this.#sizeBytes, await this.#findLimits(Date.now()))
  }

  /** Clears the caches after the limits were changed. */
  invalidate(): void {
    this.#limits = undefined
    this.#used.clear()
    this.#recorded.clear()
  }

  async #isWithinLimit(kind: QuotaKind, adding: number): Promise<boolean> {
    const limit = (await this.#findLimits(Date.now()))[kind]
    return (await this.#findUsed(kind, limit)) + adding <= limit && limit > 0
  }

  /** Cached for a minute, after which other processes also see changed limits. */
  #findLimits(now: number): Promise<QuotaLimits> {
    if (this.#limits && now - this.#limits.at < MINUTE_MS) return this.#limits.value
    const value = trackDependencies(createDependencies(), () => findLimits(this.#main, this.#launchId))
    this.#limits = { at: now, value }
    value.catch(() => (this.#limits = undefined))
    return value
  }

  async #findUsed(kind: QuotaKind, limit: number): Promise<number> {
    // Mails are sent in quick succession, so they are always counted; the count uses an index.
    if (kind === 'mails') this.#used.delete(kind)
    const cached = this.#used.get(kind)
    if (cached) {
      const isNear = isNearLimit(await cached.value, limit)
      const maxAgeMs = kind === 'bytes' ? (isNear ? SIZE_MAX_AGE_NEAR_LIMIT_MS : SIZE_MAX_AGE_MS) : isNear ? 0 : MINUTE_MS
      if (Date.now() - cached.at < maxAgeMs) return cached.value
    }
    const now = Date.now()
    const value = trackDependencies(createDependencies(), () => measureUse(this.#db, this.#sizeBytes, kind, now))
    this.#used.set(kind, { at: now, value })
    value.catch(() => this.#used.delete(kind))
    return value
  }

  async #record(kind: QuotaKind): Promise<void> {
    const now = Date.now()
    if (now - (this.#recorded.get(kind) ?? 0) < RECORD_INTERVAL_MS) return
    this.#recorded.set(kind, now)
    await trackDependencies(createDependencies(), () => recordExceededQuota(this.#main, this.#launchId, kind))
  }
}
