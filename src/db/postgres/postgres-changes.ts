/**
 * Publishes writes to the other processes on a PostgreSQL server: each writing transaction increments the change counters before its commit
 * and is published right after it, before the write is acknowledged.
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

/** Kysely driver of one site. The pooled clients are shared with other sites, so each driver stores the written keys per connection. */
export class NotifyingDriver extends PostgresDriver {
  readonly #site: string
  readonly #notifier: ChangeNotifier
  readonly #recorder: ChangeRecorder
  readonly #states = new WeakMap<DatabaseConnection, ConnectionState>()

  constructor(config: PostgresDialectConfig, site: string, notifier: ChangeNotifier, recorder: ChangeRecorder) {
    super(config)
    this.#site = site
    this.#notifier = notifier
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
    if (!this.#notifier.isReady) return void (await connection.executeQuery(CompiledQuery.raw(`${notifySql(this.#site, written)}; commit`)))
    const { rows } = await connection.executeQuery<ChangeNumber>(CompiledQuery.raw(`${countSql(this.#site)}; commit`))
    const number = rows[0] ?? { ofSite: 0, ofAll: 0 }
    await this.#notifier.notify({ site: this.#site, number, keys: written }).catch(async () => {
      // The listening connection was lost. The transaction is committed, so it is published on this connection; if that fails too, other
      // processes see it from the counters.
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
    // A write outside of a transaction runs in a new one, together with the counters.
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

/** Returns SQL that increments both counters, before the commit: a process that misses the message detects the write by them. */
const countSql = (site: string): string =>
  `select nextval('"site_${site}".${CHANGE_COUNTER}') as "ofSite", nextval('public.${ALL_CHANGES_COUNTER}') as "ofAll"`

/**
 * Returns SQL that notifies within the transaction, if there is no listening connection to do it after the commit. Site and table names are
 * letters, digits and underscores, and values are URI-encoded, so none can end the SQL literal.
 */
const notifySql = (site: string, keys: ReadonlySet<string>): string =>
  `select pg_notify('${CHANGE_CHANNEL}', '${site} ' || "ofSite" || ' ${joinKeysWithinLimit(keys)} ' || "ofSite" || '.' || "ofAll") from (${countSql(site)}) as counted`
