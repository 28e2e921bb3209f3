/** Writes statistics during a read. Errors do not fail the request, and a slow write delays it by `MAX_WAIT_MS` at most. */
import { describeDatabaseProblem } from '#platform/http/database-problem.ts'
import type { Log } from '#platform/contract/context.ts'

const MAX_WAIT_MS = 250

/**
 * Waits briefly for the write, so that the next reader of the statistics sees it. Logs errors; never throws.
 * @param name name of the statistics, for the log
 */
export async function writeStatistics(log: Log, name: string, write: () => Promise<unknown>): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, MAX_WAIT_MS)
  const written = write()
    .catch((error: unknown) => {
      const problem = describeDatabaseProblem(error)
      if (problem) log.warn({ statistics: name, reason: problem.reason }, 'statistics not written')
      else log.error({ statistics: name, err: error }, 'statistics not written')
    })
    .finally(() => clearTimeout(timer))
  await Promise.race([written, isOver])
}
