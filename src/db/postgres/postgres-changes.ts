/**
 * How processes on one PostgreSQL server are notified of each other's writes: each transaction that writes is counted before its commit and
 * published right after it, before the writer has its response.
 */
import { CompiledQuery, PostgresDriver, type DatabaseConnection, type PostgresDialectConfig, type QueryResult } from 'kysely'
import {
  ALL_CHANGES_COUNTER,
  CHANGE_COUNTER,
  CHANGE_CHANNEL,
  formatChange,
  joinKeysWithinLimit,
  type ChangeNumber,
} from '#db/changes/change-message.ts'
import type { ChangeNotifier } from '#db/changes/change-notifier.ts'
import type { ChangeRecorder } from '#db/changes/recorder.ts'

type Execute = (query: CompiledQuery) => Promise<QueryResult<unknown>>

interface ConnectionState {
  isInTransaction: boolean
  written: Set<string>
}

/** One site's connections. The clients are shared with other sites: what a transaction has written belongs to the driver that began it. */
export class NotifyingDriver extends PostgresDriver {
  readonly #site: string
  readonly #teller: ChangeNotifier
  readonly #recorder: ChangeRecorder
  readonly #states = new WeakMap<DatabaseConnection, ConnectionState>()

  constructor(config: PostgresDialectConfig, site: string, teller: ChangeNotifier, recorder: ChangeRecorder) {
    super(config)
    this.#site = site
    this.#teller = teller
    this.#recorder = recorder
  }

  override async acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...options)
    if (!this.#states.has(connection)) {
      this.#end(connection)
      const execute: Execute = connection.executeQuery.bind(connection)
      connection.executeQuery = async <R>(query: CompiledQuery) => (await this.#execute(connection, query, execute)) as QueryResult<R>
    }
    return connection
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
      // The listening connection was lost. The transaction is committed, so it is published on this connection; if that fails too, other processes see it from the counters.
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

  async #execute(connection: DatabaseConnection, query: CompiledQuery, execute: Execute): Promise<QueryResult<unknown>> {
    const statement = this.#recorder.start(query)
    const run = async () => {
      const { result, written } = statement.finish(await execute(query))
      for (const key of written) this.#states.get(connection)?.written.add(key)
      return result
    }
    if (!statement.isPublished || this.#states.get(connection)?.isInTransaction) return run()
    // A statement outside of a transaction runs in a new one, together with the counters and the message.
    await this.beginTransaction(connection, {})
    try {
      const result = await run()
      await this.commitTransaction(connection)
      return result
    } catch (error) {
      this.#end(connection)
      await execute(CompiledQuery.raw('rollback')).catch(() => undefined)
      throw error
    }
  }
}

/** Both counters are counted up before the commit: whoever hears nothing of it sees from them that there was something. */
const countSql = (site: string): string =>
  `select nextval('"site_${site}".${CHANGE_COUNTER}') as "ofSite", nextval('public.${ALL_CHANGES_COUNTER}') as "ofAll"`

/** Where nobody tells of it after the commit. Names of sites and tables are letters, digits and underscores, and values are encoded: nothing in them ends a text. */
const tellSql = (site: string, keys: ReadonlySet<string>): string =>
  `select pg_notify('${CHANGE_CHANNEL}', '${site} ' || "ofSite" || ' ${joinKeysWithinLimit(keys)} ' || "ofSite" || '.' || "ofAll") from (${countSql(site)}) as counted`
