/** Counts calls in the database, one statement at a time. Calls that arrive during a statement are counted by the next one, in a batch. */
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import type { Context } from '#platform/contract/context.ts'
import * as queries from './counting.queries.ts'

export interface CountedHits {
  hits: number
  resetsAt: string
}

interface PendingKey {
  resetsAt: string
  callers: PromiseWithResolvers<CountedHits>[]
}

const MAX_KEYS_PER_STATEMENT = 100

export class HitCounter {
  readonly #db: Pick<Context, 'db'>
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- hits that are about to be counted
  #pending = new Map<string, PendingKey>()
  #isCounting = false

  constructor(db: Pick<Context, 'db'>) {
    this.#db = db
  }

  /** Counts a call. @returns the number of calls in the window, including this one, and the end of the window @throws the database's error */
  add(key: string, windowMs: number, now = Date.now()): Promise<CountedHits> {
    const resetsAt = new Date(now + windowMs).toISOString()
    const caller = Promise.withResolvers<CountedHits>()
    const pendingKey = this.#pending.get(key)
    if (pendingKey) pendingKey.callers.push(caller)
    else this.#pending.set(key, { resetsAt, callers: [caller] })
    if (!this.#isCounting) void this.#count()
    return caller.promise
  }

  async #count(): Promise<void> {
    this.#isCounting = true
    while (this.#pending.size > 0) {
      const pending = [...this.#pending]
      const batch = pending.slice(0, MAX_KEYS_PER_STATEMENT)
      this.#pending = new Map(pending.slice(MAX_KEYS_PER_STATEMENT))
      await this.#countBatch(batch)
    }
    this.#isCounting = false
  }

  async #countBatch(batch: readonly (readonly [string, PendingKey])[]): Promise<void> {
    const additions = batch.map(([key, { resetsAt, callers }]) => ({ key, hits: callers.length, resetsAt }))
    try {
      // The batch must not add dependencies to the request that happens to run it.
      const buckets = await trackDependencies(createDependencies(), () => queries.addHits(this.#db, additions, new Date().toISOString()))
      const byKey = new Map(buckets.map((bucket) => [bucket.key, bucket]))
      for (const [key, { callers }] of batch) {
        const { hits, resetsAt } = byKey.get(key) ?? { hits: callers.length, resetsAt: new Date().toISOString() }
        for (const [index, caller] of callers.entries()) caller.resolve({ hits: hits - callers.length + index + 1, resetsAt })
      }
    } catch (error) {
      for (const [, { callers }] of batch) for (const caller of callers) caller.reject(error)
    }
  }
}
