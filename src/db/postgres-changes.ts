/**
 * How processes on one PostgreSQL server hear of each other's writes: `NOTIFY` inside the writing transaction, so that nothing is
 * told that was not committed and nothing is committed that was not told. The tables are read off the SQL.
 */
import { CompiledQuery, PostgresDriver, type DatabaseConnection, type PostgresDialectConfig } from 'kysely'
import { UNWATCHED_TABLES } from './change-feed.ts'
import { isQuiet, tablesOf } from './query-dependencies.ts'

export const CHANNEL = 'site_changes'
/** Counts a site's writes, also those that were taken back. Whoever has lost the connection sees from it whether they missed any. */
export const CHANGE_COUNTER = 'change_counter'
/** PostgreSQL takes 8,000 bytes; all our tables need a tenth of that. */
const MAX_PAYLOAD_LENGTH = 7_000

type Kept = ReturnType<DatabaseConnection['executeQuery']>
type Execute = (query: CompiledQuery) => Kept

interface ConnectionState {
  isInTransaction: boolean
  written: Set<string>
}

/** One site's connections. They are shared with other sites: what one transaction has written belongs to the driver that began it. */
export class TellingDriver extends PostgresDriver {
  readonly #site: string
  readonly #states = new WeakMap<DatabaseConnection, ConnectionState>()

  constructor(config: PostgresDialectConfig, site: string) {
    super(config)
    this.#site = site
  }

  override async acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...options)
    if (!this.#states.has(connection)) this.#watch(connection)
    return connection
  }

  override async beginTransaction(...[connection, settings]: Parameters<PostgresDriver['beginTransaction']>): Promise<void> {
    await super.beginTransaction(connection, settings)
    this.#states.set(connection, { isInTransaction: true, written: new Set() })
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const written = this.#end(connection)
    if (written.size === 0) await super.commitTransaction(connection)
    else await connection.executeQuery(CompiledQuery.raw(`${tellSql(this.#site, written)}; commit`))
  }

  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    this.#end(connection)
    await super.rollbackTransaction(connection)
  }

  /** Closing one site must not end the others. */
  override async destroy(): Promise<void> {}

  #end(connection: DatabaseConnection): ReadonlySet<string> {
    const written = this.#states.get(connection)?.written ?? new Set<string>()
    this.#states.set(connection, { isInTransaction: false, written: new Set() })
    return written
  }

  #watch(connection: DatabaseConnection): void {
    this.#states.set(connection, { isInTransaction: false, written: new Set() })
    const execute: Execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async <R>(query: CompiledQuery) =>
      (await this.#execute(connection, query, execute)) as Awaited<ReturnType<typeof connection.executeQuery<R>>>
  }

  async #execute(connection: DatabaseConnection, query: CompiledQuery, execute: Execute): Kept {
    const written = tablesOf(query.sql).writes.filter((table) => !UNWATCHED_TABLES.has(table))
    if (written.length === 0 || isQuiet()) return execute(query)
    const state = this.#states.get(connection)
    if (state?.isInTransaction) {
      const result = await execute(query)
      for (const table of written) state.written.add(table)
      return result
    }
    // A statement on its own is a transaction of its own: it gets a larger one, which the message is part of.
    await this.beginTransaction(connection, {})
    try {
      const result = await this.#execute(connection, query, execute)
      await this.commitTransaction(connection)
      return result
    } catch (fault) {
      this.#end(connection)
      await execute(CompiledQuery.raw('rollback')).catch(() => undefined)
      throw fault
    }
  }
}

/** Names of sites and tables are letters, digits and underscores: nothing in them ends a text. */
function tellSql(site: string, tables: ReadonlySet<string>): string {
  const names = [...tables].toSorted().join(',')
  const told = names.length > MAX_PAYLOAD_LENGTH ? 'settings' : names
  return `select pg_notify('${CHANNEL}', '${site} ' || nextval('"site_${site}".${CHANGE_COUNTER}') || ' ${told}')`
}

export interface Change {
  site: string
  count: number
  tables: readonly string[]
}

/** @returns undefined for what is none of ours */
export function parseChange(payload: string | undefined): Change | undefined {
  const [site, count, tables] = payload?.split(' ') ?? []
  return site && Number(count) > 0 && tables ? { site, count: Number(count), tables: tables.split(',') } : undefined
}
