/** Lets the k-th statement of a request fail, on either engine. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin, RootOperationNode } from 'kysely'

interface Run {
  /** Counted from 1; 0: none fails. */
  failAt: number
  statements: RootOperationNode['kind'][]
  failed?: RootOperationNode
}

const runs = new AsyncLocalStorage<Run>()

export class InjectedError extends Error {
  override name = 'InjectedError'
}

/** Put it on the database of a site before the server starts. Statements outside of `withFailingStatement` are not affected. */
export const failingStatements: KyselyPlugin = {
  transformQuery({ node }) {
    const run = runs.getStore()
    if (run) {
      run.statements.push(node.kind)
      if (run.statements.length === run.failAt) {
        run.failed = node
        throw new InjectedError(`Statement ${run.failAt} failed as the test asked.`)
      }
    }
    return node
  },
  transformResult: async ({ result }) => result,
}

/**
 * Makes a request whose `failAt`-th statement fails.
 * @returns `failed`: that statement; undefined when the request sent fewer
 */
export async function withFailingStatement<T>(
  failAt: number,
  request: () => Promise<T>,
): Promise<{ reply: T; failed: RootOperationNode | undefined; count: number }> {
  const run: Run = { failAt, statements: [] }
  const reply = await runs.run(run, request)
  // What goes on after the response is not part of the request.
  run.failAt = 0
  return { reply, failed: run.failed, count: run.statements.length }
}
