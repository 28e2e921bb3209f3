/** Counts calls in the database, one statement at a time: calls that arrive during a statement are counted by the next one in one batch. */
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import type { Context } from '#platform/contract/context.ts'
import * as queries from './counting.queries.ts'

export interface CountedHits {
  hits: number
  resetsAt: string
}

interface Waiting {
  resetsAt: string
  callers: PromiseWithResolvers<CountedHits>[]
}

/** Keys per statement. */
const MAX_KEYS = 100

export class HitCounter {
  readonly #db: Pick<Context, 'db'>
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- hits that are about to be counted
  #waiting = new Map<string, Waiting>()
  #isCounting = false

  constructor(db: Pick<Context, 'db'>) {
    this.#db = db
  }

  /** @returns the number of calls in the window, including this one, and the end of the window @throws the database's error */
  add(key: string, windowMs: number, now = Date.now()): Promise<CountedHits> {
    const resetsAt = new Date(now + windowMs).toISOString()
    const caller = Promise.withResolvers<CountedHits>()
    const waiting = this.#waiting.get(key)
    if (waiting) waiting.callers.push(caller)
    else this.#waiting.set(key, { resetsAt, callers: [caller] })
    if (!this.#isCounting) void this.#count()
    return caller.promise
  }

  async #count(): Promise<void> {
    this.#isCounting = true
    while (this.#waiting.size > 0) {
      const all = [...this.#waiting]
      const now = all.slice(0, MAX_KEYS)
      this.#waiting = new Map(all.slice(MAX_KEYS))
      await this.#countBatch(now)
    }
    this.#isCounting = false
  }

  async #countBatch(keys: readonly (readonly [string, Waiting])[]): Promise<void> {
    const added = keys.map(([key, { resetsAt, callers }]) => ({ key, hits: callers.length, resetsAt }))
    try {
      // Detached from the dependencies of the request that happens to run the batch.
      const counted = await trackDependencies(createDependencies(), () => queries.addHits(this.#db, added, new Date().toISOString()))
      const byKey = new Map(counted.map((one) => [one.key, one]))
      for (const [key, { callers }] of keys) {
        const { hits, resetsAt } = byKey.get(key) ?? { hits: callers.length, resetsAt: new Date().toISOString() }
        for (const [at, caller] of callers.entries()) caller.resolve({ hits: hits - callers.length + at + 1, resetsAt })
      }
    } catch (error) {
      for (const [, { callers }] of keys) for (const caller of callers) caller.reject(error)
    }
  }
}
