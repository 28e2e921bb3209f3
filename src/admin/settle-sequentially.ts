import { toError } from '#platform/client/to-error.client.ts'

export interface Settled<T, R> {
  done: R[]
  /** The items of `done`, in the same order. */
  doneItems: T[]
  errors: Error[]
  /** The items of `faults`, in the same order. */
  failedItems: T[]
}

/** Runs `work` for each item, one at a time; a failure does not stop the rest. Like `Promise.allSettled`, but sequential. */
export async function settleSequentially<T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<Settled<T, R>> {
  const settled: Settled<T, R> = { done: [], doneItems: [], errors: [], failedItems: [] }
  for (const item of items) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      settled.done.push(await work(item))
      settled.doneItems.push(item)
    } catch (error) {
      settled.errors.push(toError(error))
      settled.failedItems.push(item)
    }
  }
  return settled
}
