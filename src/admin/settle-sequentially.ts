import { toError } from '#platform/client/to-error.client.ts'

export interface Settled<T, R> {
  done: R[]
  /** The items of `done`, in the same order. */
  doneItems: T[]
  faults: Error[]
  /** The items of `faults`, in the same order. */
  failedItems: T[]
}

/** Does the same for several items, one after the other; a failure does not stop the rest. */
export async function settleSequentially<T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<Settled<T, R>> {
  const settled: Settled<T, R> = { done: [], doneItems: [], faults: [], failedItems: [] }
  for (const item of items) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      settled.done.push(await work(item))
      settled.doneItems.push(item)
    } catch (fault) {
      settled.faults.push(toError(fault))
      settled.failedItems.push(item)
    }
  }
  return settled
}
