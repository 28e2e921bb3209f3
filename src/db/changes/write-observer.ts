/**
 * Whoever wants to know of the writes of this process that nobody is told of: those that make nothing old (`writeWithoutInvalidation`), and those to
 * tables that count (`UNWATCHED_TABLES`). They may still be taken back.
 */
type WriteObserver = (site: string, tables: readonly string[]) => void

const observers = new Set<WriteObserver>()

/** @returns what ends it */
export function observeWrites(observer: WriteObserver): () => void {
  observers.add(observer)
  return () => void observers.delete(observer)
}

/** Called by the engines. */
export const notifyWriteObservers = (site: string, tables: readonly string[]): void =>
  observers.forEach((observer) => observer(site, tables))
