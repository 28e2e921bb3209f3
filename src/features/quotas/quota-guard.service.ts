/** Stands before what a copy's calls may use. What is far from its end is counted once a minute, what is near it each time. */
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import type { Site } from '#platform/contract/context.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { QuotaKind, QuotaUse, SiteQuotas } from '#platform/contract/quota.ts'
import { formatWait } from '#wording/durations.ts'
import { isNearLimit, QUOTA_CODES, QUOTA_MESSAGES, type QuotaLimits } from './quota.policy.ts'
import { addCall } from './quota.queries.ts'
import { findLimits, hourOf, listUseOf, measureUse, recordQuotaRefusal } from './quota.service.ts'

const MINUTE_MS = 60_000
/** Walking through a folder of files is not cheap: how old its size may be, far from its end and near it. */
const SIZE_MS = 5 * MINUTE_MS
const SIZE_NEAR_MS = 10_000
/** It is noted so often at most that a copy is at its end. */
const NOTE_MS = 10 * MINUTE_MS
const TRY_AGAIN_SECONDS = 3600

interface Cached<T> {
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
  readonly #noted = new Map<QuotaKind, number>()

  /** @param sizeBytes what the copy's database and files take up */
  constructor(db: Site['db'], main: Pick<Site, 'db'>, launchId: number, sizeBytes: () => Promise<number>) {
    this.#db = db
    this.#main = main
    this.#launchId = launchId
    this.#sizeBytes = sizeBytes
  }

  async assertRoom(kind: QuotaKind, adding = 0): Promise<void> {
    if (await this.#hasRoom(kind, adding)) return
    await this.#note(kind)
    throw new AppError(507, QUOTA_CODES[kind], QUOTA_MESSAGES[kind], undefined, TRY_AGAIN_SECONDS)
  }

  async hasRoom(kind: QuotaKind): Promise<boolean> {
    if (await this.#hasRoom(kind, 1)) return true
    await this.#note(kind)
    return false
  }

  async countCall(): Promise<void> {
    const now = Date.now()
    const [{ calls: limit }, calls] = await Promise.all([
      this.#findLimits(now),
      // Nothing that anybody reads has changed.
      trackDependencies(createDependencies(), () => addCall({ db: this.#db }, hourOf(now))),
    ])
    if (calls <= limit) return
    await this.#note('calls')
    const seconds = Math.ceil((3_600_000 - (now % 3_600_000)) / 1000)
    throw new AppError(429, QUOTA_CODES.calls, `${QUOTA_MESSAGES.calls} ${formatWait(seconds)}.`, undefined, seconds)
  }

  async listUse(): Promise<QuotaUse[]> {
    return listUseOf(this.#db, this.#sizeBytes, await this.#findLimits(Date.now()))
  }

  /** The limits have been set anew. */
  forget(): void {
    this.#limits = undefined
    this.#used.clear()
    this.#noted.clear()
  }

  async #hasRoom(kind: QuotaKind, adding: number): Promise<boolean> {
    const limit = (await this.#findLimits(Date.now()))[kind]
    return (await this.#findUsed(kind, limit)) + adding <= limit && limit > 0
  }

  /** Other processes read it again after a minute. */
  #findLimits(now: number): Promise<QuotaLimits> {
    if (this.#limits && now - this.#limits.at < MINUTE_MS) return this.#limits.value
    const value = trackDependencies(createDependencies(), () => findLimits(this.#main, this.#launchId))
    this.#limits = { at: now, value }
    value.catch(() => (this.#limits = undefined))
    return value
  }

  async #findUsed(kind: QuotaKind, limit: number): Promise<number> {
    // Sent one after the other, faster than any cache learns of it; an index knows.
    if (kind === 'mails') this.#used.delete(kind)
    const cached = this.#used.get(kind)
    if (cached) {
      const isNear = isNearLimit(await cached.value, limit)
      const maxAgeMs = kind === 'bytes' ? (isNear ? SIZE_NEAR_MS : SIZE_MS) : isNear ? 0 : MINUTE_MS
      if (Date.now() - cached.at < maxAgeMs) return cached.value
    }
    const now = Date.now()
    const value = trackDependencies(createDependencies(), () => measureUse(this.#db, this.#sizeBytes, kind, now))
    this.#used.set(kind, { at: now, value })
    value.catch(() => this.#used.delete(kind))
    return value
  }

  async #note(kind: QuotaKind): Promise<void> {
    const now = Date.now()
    if (now - (this.#noted.get(kind) ?? 0) < NOTE_MS) return
    this.#noted.set(kind, now)
    await trackDependencies(createDependencies(), () => recordQuotaRefusal(this.#main, this.#launchId, kind))
  }
}
