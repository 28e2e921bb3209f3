/** For whom the work under way is done, a request or a job: what a slow statement is logged with, however deep it was sent. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setQueryObserver } from '#db/query-observer.ts'
import type { Log } from '#platform/contract/context.ts'

export interface WorkScope {
  /** Asked when there is something to say: both may be known later than the work begins. */
  route(): string
  site(): string | null
  log: Log
  /** A statement that takes longer is logged; 0: none is. */
  slowQueryMs: number
  /** Told of each statement after it: its text without values, and how long it took, in milliseconds. */
  addQuery?(sql: string, ms: number): void
  /** Does work that takes its time, and notes how long. */
  traceStep?<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** Longer ones are lists of columns and placeholders. */
const MAX_SQL_LENGTH = 1000

const current = new AsyncLocalStorage<WorkScope>()

export const runInScope = <T>(scope: WorkScope, work: () => T): T => current.run(scope, work)

/** Work that takes its time: it is seen under this name where somebody looks at traces. */
export const traceStep = <T>(name: string, work: () => Promise<T>): Promise<T> => current.getStore()?.traceStep?.(name, work) ?? work()

setQueryObserver((sql, ms) => {
  const scope = current.getStore()
  if (!scope) return
  scope.addQuery?.(sql, ms)
  if (scope.slowQueryMs > 0 && ms >= scope.slowQueryMs)
    scope.log.warn({ site: scope.site(), route: scope.route(), ms: Math.round(ms), sql: sql.slice(0, MAX_SQL_LENGTH) }, 'slow query')
})
