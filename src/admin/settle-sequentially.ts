import { toError } from '#platform/client/to-error.client.ts'

export interface Settled<T, R> {
  results: R[]
  /** Items whose results are in `results`, in the same order. */
  succeededItems: T[]
  errors: Error[]
  /** Items whose errors are in `errors`, in the same order. */
  failedItems: T[]
}

/** Runs `work` for the items one at a time, continuing after failures: a sequential `Promise.allSettled`. */
export async function settleSequentially<T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<Settled<T, R>> {
  const settled: Settled<T, R> = { results: [], succeededItems: [], errors: [], failedItems: [] }
  for (const item of items) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      settled.results.push(await work(item))
      settled.succeededItems.push(item)
    } catch (error) {
      settled.errors.push(toError(error))
      settled.failedItems.push(item)
    }
  }
  return settled
}
