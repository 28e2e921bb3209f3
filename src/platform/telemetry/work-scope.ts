/** The request or job that the current work belongs to (AsyncLocalStorage), for slow-query logs and traces. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setQueryObserver } from '#db/query-observer.ts'
import type { Log } from '#platform/contract/context.ts'

export interface WorkScope {
  /** Functions, because site and route may become known only after the work has begun. */
  route(): string
  site(): string | null
  log: Log
  /** Statements that take at least this long are logged; 0: none. */
  slowQueryMs: number
  /** Called after each statement. @param sql without parameters @param ms duration */
  addQuery?(sql: string, ms: number): void
  /** Runs work in a span of the trace. */
  traceStep?<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** Longer statements are lists of columns and placeholders. */
const MAX_SQL_LENGTH = 1000

const currentScope = new AsyncLocalStorage<WorkScope>()

export const runInScope = <T>(scope: WorkScope, work: () => T): T => currentScope.run(scope, work)

/** Runs work in a span of the current trace, if there is one. */
export const traceStep = <T>(name: string, work: () => Promise<T>): Promise<T> => currentScope.getStore()?.traceStep?.(name, work) ?? work()

setQueryObserver((sql, ms) => {
  const scope = currentScope.getStore()
  if (!scope) return
  scope.addQuery?.(sql, ms)
  if (scope.slowQueryMs > 0 && ms >= scope.slowQueryMs)
    scope.log.warn({ site: scope.site(), route: scope.route(), ms: Math.round(ms), sql: sql.slice(0, MAX_SQL_LENGTH) }, 'slow query')
})
