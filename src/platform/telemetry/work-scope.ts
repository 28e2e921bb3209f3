/** Tracks the request or job that the current work belongs to (AsyncLocalStorage), for the log of slow statements and for traces. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setQueryObserver } from '#db/query-observer.ts'
import type { Log } from '#platform/contract/context.ts'

/** A request or job. */
export interface WorkScope {
  /** Returns the route pattern or the job's name. A function, because the route may become known only after the work has begun. */
  route(): string
  /** Returns the id of the site; `null` if there is none or it is not known yet. */
  site(): string | null
  log: Log
  /** Minimum duration of statements that are logged; 0 logs none. */
  slowQueryMs: number
  /** Called after each statement. @param sql statement without parameter values @param ms duration */
  addQuery?(sql: string, ms: number): void
  /** Runs `work` in a span of the trace. */
  traceStep?<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** Maximum length of a logged statement; longer ones are mainly lists of columns and placeholders. */
const MAX_SQL_LENGTH = 1000

const currentScope = new AsyncLocalStorage<WorkScope>()

/** Runs `work` in a scope, which also applies to the asynchronous work that it starts. */
export const runInScope = <T>(scope: WorkScope, work: () => T): T => currentScope.run(scope, work)

/** Runs `work` in a span of the current trace, or without a span if there is no trace. */
export const traceStep = <T>(name: string, work: () => Promise<T>): Promise<T> => currentScope.getStore()?.traceStep?.(name, work) ?? work()

setQueryObserver((sql, ms) => {
  const scope = currentScope.getStore()
  if (!scope) return
  scope.addQuery?.(sql, ms)
  if (scope.slowQueryMs > 0 && ms >= scope.slowQueryMs)
    scope.log.warn({ site: scope.site(), route: scope.route(), ms: Math.round(ms), sql: sql.slice(0, MAX_SQL_LENGTH) }, 'slow query')
})
