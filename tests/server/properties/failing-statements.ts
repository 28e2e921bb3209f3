/** Makes a given statement of a request fail, on both engines. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { SqliteDriver, type KyselyPlugin, type OperationNode, type RootOperationNode } from 'kysely'
import { NotifyingDriver } from '#db/postgres/postgres-changes.ts'

interface Run {
  /** Number of the statement that fails, from 1; 0 if no statement fails. */
  failAt: number
  /** Verb and table of each statement, such as `update users`. */
  statements: string[]
  failed?: string
}

const runs = new AsyncLocalStorage<Run>()

class InjectedError extends Error {
  override name = 'InjectedError'
}

/** Must be installed on a site's database before the server starts. Statements outside `withFailingStatement()` are not affected. */
export const failingStatements: KyselyPlugin = {
  transformQuery({ node }) {
    countStatement(() => describeStatement(node))
    return node
  },
  transformResult: async ({ result }) => result,
}

function countStatement(describe: () => string): void {
  const run = runs.getStore()
  if (!run) return
  const statement = describe()
  run.statements.push(statement)
  if (run.statements.length !== run.failAt) return
  run.failed = statement
  throw new InjectedError(`Injected failure of statement ${run.failAt}.`)
}

/** Counts commits as statements, on both engines; a failing commit is rolled back. @returns a function that restores the drivers */
export function countCommits(): () => void {
  const restores = [SqliteDriver.prototype, NotifyingDriver.prototype].map((driver) => {
    const commit = driver.commitTransaction
    driver.commitTransaction = async function (this: never, connection: never) {
      countStatement(() => 'commit')
      return commit.call(this, connection)
    }
    return () => void (driver.commitTransaction = commit)
  })
  return () => restores.forEach((restore) => restore())
}

/**
 * Makes a request whose `failAt`-th statement fails.
 * @returns `failed`, the failed statement (`undefined` if the request executed fewer); `statements`, all statements until the response
 */
export async function withFailingStatement<T>(
  failAt: number,
  request: () => Promise<T>,
): Promise<{ reply: T; failed: string | undefined; statements: readonly string[] }> {
  const run: Run = { failAt, statements: [] }
  const reply = await runs.run(run, request)
  // Statements after the response are not part of the request.
  run.failAt = 0
  return { reply, failed: run.failed, statements: [...run.statements] }
}

export const isRead = (statement: string): boolean => statement.startsWith('select ')

/** @returns the verb and the first table, such as `update users`; for raw SQL, its beginning */
function describeStatement(node: RootOperationNode): string {
  if (node.kind === 'RawNode') return node.sqlFragments.join('?').trim().slice(0, 60)
  const verb = node.kind.replace(/QueryNode$/, '').toLowerCase()
  return `${verb} ${findTable(node) ?? '…'}`
}

function findTable(node: OperationNode): string | undefined {
  if (node.kind === 'TableNode') return (node as OperationNode & { table: { identifier: { name: string } } }).table.identifier.name
  for (const part of Object.values(node).flat()) {
    const found = typeof part === 'object' && part !== null && 'kind' in part ? findTable(part as OperationNode) : undefined
    if (found) return found
  }
  return undefined
}
