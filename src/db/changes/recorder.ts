/**
 * Records what the statements of a site's database read and write, on both engines. It wraps the dialect's query compiler, so that writes
 * return the keys of their rows, and `executeQuery` of each connection. A Kysely plugin could not add the keys: Kysely returns rows instead
 * of the number of affected rows for every compiled statement with a `returning` clause.
 */
import type { CompiledQuery, DatabaseConnection, QueryCompiler, QueryResult } from 'kysely'
import { addReadDependencies, addWriteDependencies, isTrackingReads, isWithoutInvalidation, keysOfRead } from './query-dependencies.ts'
import { changesColumns, listTables } from './operation-nodes.ts'
import { findReads } from './reads.ts'
import { unknownRows } from './row-keys.ts'
import type { TableKeys } from './table-keys.ts'
import { UNWATCHED_TABLES } from './change-feed.ts'
import { notifyWriteObservers } from './write-observer.ts'
import { findWrite, takeWrittenKeys, withReturnedKeys } from './writes.ts'

type Result = QueryResult<unknown>

/** One statement, between its start and its result. */
export interface RecordedStatement {
  /** Whether other processes must be notified of the write. */
  isPublished: boolean
  /** Records the reads and writes. @returns the result without the keys that were added, and the keys to publish */
  finish(result: Result): { result: Result; written: readonly string[] }
}

export class ChangeRecorder {
  readonly #site: string
  readonly #tableKeys: TableKeys
  readonly #onColumnsChange: () => void

  /** @param onColumnsChange called before a statement that creates, alters or drops a table; in raw SQL, before `alter` and `drop` only */
  constructor(site: string, tableKeys: TableKeys, onColumnsChange: () => void = () => undefined) {
    this.#site = site
    this.#tableKeys = tableKeys
    this.#onColumnsChange = onColumnsChange
  }

  /** Returns a compiler whose writes return the keys of their rows; `query` of the compiled query is the original node. */
  returnKeys(compiler: QueryCompiler): QueryCompiler {
    return {
      compileQuery: (node, queryId) => {
        const rows = findWrite(node, this.#tableKeys)?.rows
        const isNeeded = rows && !UNWATCHED_TABLES.has(rows.table) && !isWithoutInvalidation()
        return isNeeded
          ? { ...compiler.compileQuery(withReturnedKeys(node, rows, this.#tableKeys), queryId), query: node }
          : compiler.compileQuery(node, queryId)
      },
    }
  }

  /** Records every statement of a connection. Streamed queries depend on whole tables. */
  attach(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection)
    const stream = connection.streamQuery.bind(connection)
    connection.executeQuery = async <R>(...[query, options]: Parameters<typeof execute>) =>
      this.start(query).finish(await execute(query, options)).result as QueryResult<R>
    connection.streamQuery = <R>(...[query, ...options]: Parameters<typeof stream>) => {
      if (isTrackingReads()) addReadDependencies(listTables(query.query, this.#tableKeys))
      return stream<R>(query, ...options)
    }
  }

  start({ query: node }: CompiledQuery): RecordedStatement {
    if (changesColumns(node)) {
      this.#tableKeys.clearColumns(listTables(node, this.#tableKeys))
      this.#onColumnsChange()
    }
    const write = findWrite(node, this.#tableKeys)
    const watched = write?.tables.filter((table) => !UNWATCHED_TABLES.has(table)) ?? []
    const isPublished = watched.length > 0 && !isWithoutInvalidation()
    return {
      isPublished,
      finish: (result) => {
        if (isTrackingReads()) addReadDependencies(findReads(node, this.#tableKeys).flatMap((read) => keysOfRead(read, result.rows)))
        if (!write) return { result, written: [] }
        const rows = result.rows as Record<string, unknown>[]
        const count = result.numAffectedRows ?? BigInt(rows.length)
        if (write.rows && count === 0n) return { result, written: [] }
        const writtenKeys = write.rows && takeWrittenKeys(write.rows, rows)
        const isReturning = 'returning' in node && node.returning !== undefined
        if (!isPublished || watched.length < write.tables.length) notifyWriteObservers(this.#site, write.tables)
        const written = writtenKeys ?? unknownRows(write.tables)
        addWriteDependencies(written)
        return {
          result: writtenKeys && !isReturning ? { numAffectedRows: count, rows: [] } : result,
          written: isPublished ? (writtenKeys ?? unknownRows(watched)) : [],
        }
      },
    }
  }
}
