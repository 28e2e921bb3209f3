/** Whoever is told of each statement: how long it took, for the log and for traces. */
import type { LogEvent } from 'kysely'

/** @param ms how long the statement took */
type QueryObserver = (sql: string, ms: number) => void
let observe: QueryObserver | undefined
/** Who is told of each query. One for the process. @returns who was told before */
export function setQueryObserver(observer: QueryObserver | undefined): QueryObserver | undefined {
  const before = observe
  observe = observer
  return before
}

/** Kysely's `log` hook: called after each query, on both engines. */
export const observeQuery = (event: LogEvent): void => observe?.(event.query.sql, event.queryDurationMillis)
