/** PostgreSQL engine: one schema per site. Rows have the same types as with SQLite. */
import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  sql,
  WithSchemaPlugin,
  type DatabaseIntrospector,
  type Dialect,
  type PostgresPool,
} from 'kysely'
import pg from 'pg'
import { isDeadlock, isUniqueViolation } from '#db/errors.ts'
import { assertSiteName, type Engine } from '#db/engine.ts'
import { ALL_CHANGES_COUNTER, CHANGE_COUNTER } from '#db/changes/change-message.ts'
import { ChangeNotifier } from '#db/changes/change-notifier.ts'
import { ChangeRecorder } from '#db/changes/recorder.ts'
import { TableKeys, type TableColumn } from '#db/changes/table-keys.ts'
import { NotifyingDriver } from './postgres-changes.ts'
import { observeQuery } from '#db/query-observer.ts'
import { openReplica } from './postgres-replica.ts'
import { clientWithStatementNames, StatementNames } from './prepared-statements.ts'
import { LISTENER_NAME, watchPostgres } from './postgres-watch.ts'
import { countProcessesBelow, findOwnSchemaLevel, SCHEMA_LEVEL_SEQUENCE, setSchemaLevel } from './schema-presence.ts'
import type { Tables } from '#db/tables.ts'

/** Type parsers, which convert int8 and numeric to number, and timestamptz to an ISO 8601 string. */
export const pgTypes = new pg.TypeOverrides()
pgTypes.setTypeParser(pg.types.builtins.INT8, Number)
pgTypes.setTypeParser(pg.types.builtins.NUMERIC, Number)
pgTypes.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

/** Pool size of one process, shared by all its sites. */
export const MAX_CONNECTIONS = 10
/** Timeout for a free connection; the request is then rejected as busy. */
const WAIT_MS = 10_000
/** Attempts at dropping a schema. Each deadlock takes at least the server's `deadlock_timeout`, 1 s by default. */
const DROP_ATTEMPTS = 5
/** Timeouts that are disabled for migrations. */
const TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

export interface PostgresOptions {
  /** URL that bypasses the pooler. Required if `url` is that of a pooler. */
  directUrl?: string | undefined
  /** URL of a read replica. */
  readUrl?: string | undefined
  connections?: number
  /** Number of this program's last migration. Default: the last one in `migrations/`. */
  schemaLevel?: number
  /** Timeout for a free connection, and the default of `lockWaitMs`. */
  waitMs?: number
  /** Value of `lock_timeout`. */
  lockWaitMs?: number
  /** Value of `statement_timeout`, which does not apply to migrations. */
  statementMs?: number
  /** Value of `idle_in_transaction_session_timeout`. */
  idleTransactionMs?: number
}

/**
 * Connects to a PostgreSQL server.
 * @param url `postgres://user:password@host:port/database`; the user must be allowed to create schemas and the trusted extension pg_trgm
 * @throws the driver's error if the server cannot be reached
 */
export async function openPostgres(
  url: string,
  {
    directUrl,
    readUrl,
    connections = MAX_CONNECTIONS,
    waitMs = WAIT_MS,
    lockWaitMs = waitMs,
    statementMs = 30_000,
    idleTransactionMs = 60_000,
    schemaLevel,
  }: PostgresOptions = {},
): Promise<Engine> {
  const listenUrl = directUrl ?? url
  const limits = { statement_timeout: statementMs, lock_timeout: lockWaitMs, idle_in_transaction_session_timeout: idleTransactionMs }
  // Poolers refuse startup parameters: behind one, the operator sets the timeouts for the database user.
  const timeouts = directUrl === undefined ? limits : {}
  // Our statements take milliseconds; JIT compilation takes 250 ms, and starting a parallel worker 5 ms.
  const options = directUrl === undefined ? { options: '-c jit=off -c max_parallel_workers_per_gather=0' } : {}
  const openPool = (connectionString: string) => {
    // Behind a pooler, statements may run on different server connections, so prepared statements cannot be used.
    const Client = clientWithStatementNames(directUrl === undefined ? new StatementNames() : undefined)
    const pool = new pg.Pool({
      connectionString,
      max: connections,
      connectionTimeoutMillis: waitMs,
      ...timeouts,
      ...options,
      Client,
      types: pgTypes,
    })
    // A restarting server terminates active and idle connections; without listeners these `error` events would end the process. A running
    // query rejects anyway, and the pool opens new connections.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  const pool = openPool(url)
  const replica = readUrl === undefined ? undefined : openReplica(openPool(readUrl), (statement) => pool.query(statement))
  const root = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: observeQuery })
  await sql`create extension if not exists pg_trgm with schema public`.execute(root).catch(ignoreUniqueViolation)
  await sql`create sequence if not exists public.${sql.id(ALL_CHANGES_COUNTER)}`.execute(root).catch(ignoreUniqueViolation)
  await sql`create sequence if not exists public.${sql.id(SCHEMA_LEVEL_SEQUENCE)}`.execute(root).catch(ignoreUniqueViolation)
  const level = schemaLevel ?? (await findOwnSchemaLevel())
  const notifier = new ChangeNotifier()
  /** Pool without `end`: closing one site must not close the connections of the others. */
  const sharedPool: PostgresPool = { options: pool.options, connect: () => pool.connect(), end: async () => undefined }
  const recorders = new Map<string, ChangeRecorder>()

  return {
    name: 'postgres',
    async connect(site) {
      assertSiteName(site)
      const schema = `site_${site}`
      await root.schema.createSchema(schema).ifNotExists().execute().catch(ignoreUniqueViolation)
      await sql`create sequence if not exists ${sql.id(schema, CHANGE_COUNTER)}`.execute(root).catch(ignoreUniqueViolation)
      const recorder = new ChangeRecorder(site, await readTableKeys(root, schema))
      recorders.set(site, recorder)
      const dialect: Dialect = {
        createDriver: () => new NotifyingDriver({ pool: sharedPool }, site, notifier, recorder),
        createQueryCompiler: () => recorder.returnKeys(new PostgresQueryCompiler()),
        createAdapter: () => new UntimedMigrationAdapter(),
        createIntrospector: (db: Kysely<unknown>) => new SchemaIntrospector(db.$extendTables<Catalogue>(), schema),
      }
      return new Kysely<Tables>({ dialect, log: observeQuery, plugins: [new WithSchemaPlugin(schema)] })
    },
    async drop(site) {
      assertSiteName(site)
      recorders.delete(site)
      const removal = root.schema.dropSchema(`site_${site}`).ifExists().cascade()
      // Locks the tables one after the other, so it may deadlock with a transaction that reads some of them in another order.
      for (let remainingAttempts = DROP_ATTEMPTS - 1; ; remainingAttempts -= 1) {
        try {
          return await removal.execute()
        } catch (error) {
          if (remainingAttempts === 0 || !isDeadlock(error)) throw error
        }
      }
    },
    async sizeOf(site) {
      assertSiteName(site)
      const { rows } = await sql<{ bytes: number }>`
        select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${`site_${site}`} and c.relkind = 'r'`.execute(root)
      return rows[0]?.bytes ?? 0
    },
    async listSites() {
      const { rows } = await sql<{ name: string }>`
        select nspname as name from pg_namespace where starts_with(nspname, 'site_') order by nspname`.execute(root)
      return rows.map(({ name }) => name.slice('site_'.length))
    },
    async rename(from, to) {
      for (const site of [from, to]) assertSiteName(site)
      await sql`alter schema ${sql.id(`site_${from}`)} rename to ${sql.id(`site_${to}`)}`.execute(root)
    },
    async matchesFingerprint(site, fingerprint) {
      const stored = await findFingerprint(root, site)
      return stored === undefined || stored === fingerprint
    },
    async storeFingerprint(site, fingerprint) {
      if ((await findFingerprint(root, site)) === undefined)
        await sql`comment on schema ${sql.id(`site_${site}`)} is ${sql.lit(FINGERPRINT_PREFIX + fingerprint)}`.execute(root)
    },
    async runExclusively(work) {
      const client = new pg.Client({ connectionString: listenUrl, connectionTimeoutMillis: waitMs })
      client.on('error', () => undefined)
      await client.connect()
      try {
        // The lock is released when the connection ends, even if this process crashes.
        await client.query('begin')
        await client.query('select pg_advisory_xact_lock($1)', [START_LOCK])
        return await work()
      } finally {
        await client.end()
      }
    },
    countOlderProcesses: () => countProcessesBelow(root, level, LISTENER_NAME),
    publishSchemaLevel: () => setSchemaLevel(root, level),
    ...(replica ? { connectReplica: (site) => replica.connect(site, recorders.get(site)) } : {}),
    watchChanges: (watcher) => watchPostgres(listenUrl, replica ? replica.follow(watcher) : watcher, notifier, level),
    connectionUse: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await replica?.close()
      await root.destroy()
    },
  }
}

/** Prefix of the fingerprint in the comment of the site's schema: backups do not contain it, and an operator can remove it. */
const FINGERPRINT_PREFIX = 'net-zero key '

async function findFingerprint(root: Kysely<Tables>, site: string): Promise<string | undefined> {
  const { rows } = await sql<{ comment: string | null }>`
    select obj_description(oid, 'pg_namespace') as comment from pg_namespace where nspname = ${`site_${site}`}`.execute(root)
  const comment = rows[0]?.comment
  return comment?.startsWith(FINGERPRINT_PREFIX) ? comment.slice(FINGERPRINT_PREFIX.length) : undefined
}

/** Advisory lock key; arbitrary, but no other program on the server may use it. */
const START_LOCK = 7_205_759_403

/**
 * Ignores the error of a concurrent creation. `create … if not exists` is not atomic: of two concurrent processes the second one gets a
 * unique violation.
 */
function ignoreUniqueViolation(error: unknown): void {
  if (!isUniqueViolation(error)) throw error
}

async function readTableKeys(root: Kysely<Tables>, schema: string): Promise<TableKeys> {
  const { rows } = await sql<TableColumn>`
    select c.relname as "table", a.attname as "column"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = to_regnamespace(${schema}) and c.relkind = 'r'`.execute(root)
  return new TableKeys(rows)
}

/** Disables the timeouts of requests for migrations, which may wait for each other and rewrite large tables. */
class UntimedMigrationAdapter extends PostgresAdapter {
  override async acquireMigrationLock(...[db, options]: Parameters<PostgresAdapter['acquireMigrationLock']>): Promise<void> {
    for (const limit of TIMEOUTS) await sql`select set_config(${limit}, '0', true)`.execute(db)
    await super.acquireMigrationLock(db, options)
  }
}

type Catalogue = Record<'pg_catalog.pg_tables', { schemaname: string; tablename: string }> &
  Record<'pg_catalog.pg_namespace', { nspname: string }>

/**
 * Lists the tables of one site, without their columns. Kysely's introspector reads all schemas to find its migration table: slow with
 * hundreds of sites, and it fails if one of them is created or dropped meanwhile.
 */
class SchemaIntrospector implements DatabaseIntrospector {
  readonly #db: Kysely<Catalogue>
  readonly #schema: string
  constructor(db: Kysely<Catalogue>, schema: string) {
    this.#db = db
    this.#schema = schema
  }
  getSchemas() {
    return this.#db.selectFrom('pg_catalog.pg_namespace').select('nspname as name').where('nspname', '=', this.#schema).execute()
  }
  async getTables() {
    const rows = await this.#db
      .selectFrom('pg_catalog.pg_tables')
      .select(['tablename as name', 'schemaname as schema'])
      .where('schemaname', '=', this.#schema)
      .execute()
    return rows.map((row) => ({ ...row, isView: false, isForeign: false, columns: [] }))
  }
}
