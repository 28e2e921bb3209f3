import { toError } from '#platform/to-error.client.ts'

/** The same for several, one after the other: a failure does not keep the rest from its turn. */
export async function settleSequentially<T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<{ done: R[]; faults: Error[] }> {
  const [done, faults]: [R[], Error[]] = [[], []]
  for (const item of items) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      done.push(await work(item))
    } catch (fault) {
      faults.push(toError(fault))
    }
  }
  return { done, faults }
}
