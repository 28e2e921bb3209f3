/**
 * Observes the unpublished writes of this process: those within `writeWithoutInvalidation` and those to `UNWATCHED_TABLES`. Called before
 * the commit, so the transaction may still be rolled back.
 */
type WriteObserver = (site: string, tables: readonly string[]) => void

const observers = new Set<WriteObserver>()

/** Adds an observer. @returns a function that removes it */
export function observeWrites(observer: WriteObserver): () => void {
  observers.add(observer)
  return () => void observers.delete(observer)
}

/** Calls the observers. Called by the recorder of statements. */
export const notifyWriteObservers = (site: string, tables: readonly string[]): void =>
  observers.forEach((observer) => observer(site, tables))
