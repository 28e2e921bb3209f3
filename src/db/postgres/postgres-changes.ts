/**
 * How processes on one PostgreSQL server hear of each other's writes: each transaction that writes is counted before its commit and told of
 * right after it, before whoever wrote has their answer. The tables and rows are read off the SQL.
 */
import { CompiledQuery, PostgresDriver, type DatabaseConnection, type PostgresDialectConfig } from 'kysely'
import { UNWATCHED_TABLES } from '#db/changes/change-feed.ts'
import {
  ALL_CHANGES_COUNTER,
  CHANGE_COUNTER,
  CHANGE_CHANNEL,
  formatChange,
  joinKeysWithinLimit,
  type ChangeNumber,
} from '#db/changes/change-message.ts'
import type { ChangeNotifier } from '#db/changes/change-notifier.ts'
import { addWriteDependencies, isWithoutInvalidation, recordRead } from '#db/changes/query-dependencies.ts'
import { notifyWriteObservers } from '#db/changes/write-observer.ts'
import { takeWrittenKeys, unknownRows, withKeys, parseWrites, type TableWrite } from '#db/changes/statement-writes.ts'

type Result = Awaited<ReturnType<DatabaseConnection['executeQuery']>>
type Execute = (query: CompiledQuery) => Promise<Result>
type Acquired = Parameters<PostgresDriver['acquireConnection']>

/** Notes what is read. Sites share the pool: closing one must not end the others. */
export class ReadingDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>()

  override async acquireConnection(...options: Acquired): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...options)
    if (!this.#known.has(connection)) {
      this.#known.add(connection)
      const execute: Execute = connection.executeQuery.bind(connection)
      connection.executeQuery = async <R>(query: CompiledQuery) =>
        (await this.execute(connection, query, execute)) as Awaited<ReturnType<typeof connection.executeQuery<R>>>
    }
    return connection
  }

  override async destroy(): Promise<void> {}

  protected async execute(_connection: DatabaseConnection, query: CompiledQuery, execute: Execute): Promise<Result> {
    const result = await execute(query)
    recordRead(query.sql, query.parameters, result.rows as object[])
    return result
  }
}

interface ConnectionState {
  isInTransaction: boolean
  written: Set<string>
}

/** One site's connections. They are shared with other sites: what one transaction has written belongs to the driver that began it. */
export class NotifyingDriver extends ReadingDriver {
  readonly #site: string
  readonly #teller: ChangeNotifier
  readonly #states = new WeakMap<DatabaseConnection, ConnectionState>()
  /** Of each table, until the shape of one is changed. */
  readonly #columns = new Map<string, Promise<string[]>>()

  constructor(config: PostgresDialectConfig, site: string, teller: ChangeNotifier) {
    super(config)
    this.#site = site
    this.#teller = teller
  }

  override async beginTransaction(...[connection, settings]: Parameters<PostgresDriver['beginTransaction']>): Promise<void> {
    await super.beginTransaction(connection, settings)
    this.#states.set(connection, { isInTransaction: true, written: new Set() })
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const written = this.#end(connection)
    if (written.size === 0) return super.commitTransaction(connection)
    if (!this.#teller.isReady) return void (await connection.executeQuery(CompiledQuery.raw(`${tellSql(this.#site, written)}; commit`)))
    const { rows } = await connection.executeQuery<ChangeNumber>(CompiledQuery.raw(`${countSql(this.#site)}; commit`))
    const number = rows[0] ?? { ofSite: 0, ofAll: 0 }
    await this.#teller.tell({ site: this.#site, number, keys: written }).catch(async () => {
      // The connection that tells was lost. It is committed, so it is told on this one; if that is lost too, others see it from the counters.
      const sql = `select pg_notify('${CHANGE_CHANNEL}', '${formatChange(this.#site, [number], written)}')`
      await connection.executeQuery(CompiledQuery.raw(sql)).catch(() => undefined)
    })
  }

  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    this.#end(connection)
    await super.rollbackTransaction(connection)
  }

  #end(connection: DatabaseConnection): ReadonlySet<string> {
    const written = this.#states.get(connection)?.written ?? new Set<string>()
    this.#states.set(connection, { isInTransaction: false, written: new Set() })
    return written
  }

  protected override async execute(connection: DatabaseConnection, query: CompiledQuery, execute: Execute): Promise<Result> {
    if (/^\s*(create|alter|drop) /i.test(query.sql)) this.#columns.clear()
    const all = parseWrites(query.sql)
    const writes = all.filter(({ table }) => !UNWATCHED_TABLES.has(table))
    if (writes.length === 0 || isWithoutInvalidation()) {
      const result = await super.execute(connection, query, execute)
      if (result.numAffectedRows)
        notifyWriteObservers(
          this.#site,
          all.map(({ table }) => table),
        )
      return result
    }
    const state = this.#states.get(connection)
    if (state?.isInTransaction) return this.#write(state, writes, query, execute)
    // A statement on its own is a transaction of its own: it gets a larger one, which the message is part of.
    await this.beginTransaction(connection, {})
    try {
      const own = this.#states.get(connection) ?? { isInTransaction: true, written: new Set() }
      const result = await this.#write(own, writes, query, execute)
      await this.commitTransaction(connection)
      return result
    } catch (fault) {
      this.#end(connection)
      await execute(CompiledQuery.raw('rollback')).catch(() => undefined)
      throw fault
    }
  }

  async #write(state: ConnectionState, writes: readonly TableWrite[], query: CompiledQuery, execute: Execute): Promise<Result> {
    const [write, another] = writes
    const isKnown = write !== undefined && another === undefined
    const columns = isKnown ? await this.#columnsOf(write.table, execute) : []
    const sql = isKnown ? withKeys(query.sql, write, columns) : query.sql
    const isAsked = sql !== query.sql
    const result = await execute(isAsked ? { ...query, sql } : query)
    const rows = result.rows as Record<string, unknown>[]
    recordRead(query.sql, query.parameters, [])
    if (!another && result.numAffectedRows === 0n) return result
    const keys = isAsked && write ? takeWrittenKeys(write, rows) : unknownRows(writes.map(({ table }) => table))
    addWriteDependencies(keys)
    for (const key of keys) state.written.add(key)
    return isAsked && write?.isReturning === false ? { ...result, rows: [] } : result
  }

  #columnsOf(table: string, execute: Execute): Promise<string[]> {
    const known = this.#columns.get(table)
    if (known) return known
    const statement = `select attname as name from pg_attribute where attrelid = '"site_${this.#site}"."${table}"'::regclass and attnum > 0 and not attisdropped`
    const columns = execute(CompiledQuery.raw(statement)).then(({ rows }) => (rows as { name: string }[]).map(({ name }) => name))
    this.#columns.set(table, columns)
    columns.catch(() => void this.#columns.delete(table))
    return columns
  }
}

/** Both counters are counted up before the commit: whoever hears nothing of it sees from them that there was something. */
const countSql = (site: string): string =>
  `select nextval('"site_${site}".${CHANGE_COUNTER}') as "ofSite", nextval('public.${ALL_CHANGES_COUNTER}') as "ofAll"`

/** Where nobody tells of it after the commit. Names of sites and tables are letters, digits and underscores, and values are encoded: nothing in them ends a text. */
const tellSql = (site: string, keys: ReadonlySet<string>): string =>
  `select pg_notify('${CHANGE_CHANNEL}', '${site} ' || "ofSite" || ' ${joinKeysWithinLimit(keys)} ' || "ofSite" || '.' || "ofAll") from (${countSql(site)}) as counted`
