/** Reports the duration of each statement, for the log and for traces. */
import type { LogEvent } from 'kysely'

/** Called with each statement. @param ms duration of the statement */
type QueryObserver = (sql: string, ms: number) => void
let observe: QueryObserver | undefined
/** Sets the process-wide observer. @returns the previous one */
export function setQueryObserver(observer: QueryObserver | undefined): QueryObserver | undefined {
  const previous = observe
  observe = observer
  return previous
}

/** Kysely's `log` hook: called after each query, on both engines. */
export const observeQuery = (event: LogEvent): void => observe?.(event.query.sql, event.queryDurationMillis)
