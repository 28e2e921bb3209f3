/** A PostgreSQL server: a site is one schema. Rows look exactly as they do from SQLite. */
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

/** How values of the server become those of a row. */
export const pgTypes = new pg.TypeOverrides()
pgTypes.setTypeParser(pg.types.builtins.INT8, Number)
pgTypes.setTypeParser(pg.types.builtins.NUMERIC, Number)
pgTypes.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

/** Of one process, for all its sites. */
export const MAX_CONNECTIONS = 10
/** Whoever waits longer for a connection is told to come again, instead of waiting for ever. */
const WAIT_MS = 10_000
/** Each takes at least the second after which the server looks for a deadlock. */
const DROP_ATTEMPTS = 5
/** What a migration is freed of. */
const TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

export interface PostgresOptions {
  /** Of the same server without a pooler before it. Given where `url` leads to a pooler. */
  directUrl?: string | undefined
  /** Of a server that follows this one. */
  readUrl?: string | undefined
  connections?: number
  /** The number of the last migration that this program has; absent: of those in `migrations/`. */
  schemaLevel?: number
  /** For a connection, and for a lock if `lockWaitMs` says nothing else. */
  waitMs?: number
  lockWaitMs?: number
  /** For one statement of a request. */
  statementMs?: number
  /** After this without a statement a transaction is ended. */
  idleTransactionMs?: number
}

/**
 * Connects to a server.
 * @param url `postgres://user:password@host:port/database`; the user may create schemas and the trusted extension pg_trgm
 * @throws the driver's error when the server cannot be reached
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
  // A pooler refuses them at the start of a connection: behind one they are the database user's.
  const timeouts = directUrl === undefined ? limits : {}
  // Statements here take milliseconds. Compiling one takes 250, and each process that the server starts to help with one takes 5.
  const options = directUrl === undefined ? { options: '-c jit=off -c max_parallel_workers_per_gather=0' } : {}
  const openPool = (connectionString: string) => {
    // Behind a pooler the next statement may go to another connection of the server, which knows no names.
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
    // A server that restarts ends connections, at work or waiting. An error nobody listens to would end this process; the
    // query under way fails by itself, and the pool makes new connections.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  const pool = openPool(url)
  const replica = readUrl === undefined ? undefined : openReplica(openPool(readUrl), (statement) => pool.query(statement))
  const root = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: observeQuery })
  await sql`create extension if not exists pg_trgm with schema public`.execute(root).catch(ignoreClash)
  await sql`create sequence if not exists public.${sql.id(ALL_CHANGES_COUNTER)}`.execute(root).catch(ignoreClash)
  await sql`create sequence if not exists public.${sql.id(SCHEMA_LEVEL_SEQUENCE)}`.execute(root).catch(ignoreClash)
  const level = schemaLevel ?? (await findOwnSchemaLevel())
  const teller = new ChangeNotifier()
  /** Closing one site must not end the connections of the others. */
  const sharedPool: PostgresPool = { options: pool.options, connect: () => pool.connect(), end: async () => undefined }
  const recorders = new Map<string, ChangeRecorder>()

  return {
    name: 'postgres',
    async connect(site) {
      assertSiteName(site)
      const schema = `site_${site}`
      await root.schema.createSchema(schema).ifNotExists().execute().catch(ignoreClash)
      await sql`create sequence if not exists ${sql.id(schema, CHANGE_COUNTER)}`.execute(root).catch(ignoreClash)
      const recorder = new ChangeRecorder(site, await readTableKeys(root, schema))
      recorders.set(site, recorder)
      const dialect: Dialect = {
        createDriver: () => new NotifyingDriver({ pool: sharedPool }, site, teller, recorder),
        createQueryCompiler: () => recorder.returnKeys(new PostgresQueryCompiler()),
        createAdapter: () => new PatientAdapter(),
        createIntrospector: (db: Kysely<unknown>) => new SchemaIntrospector(db.$extendTables<Catalogue>(), schema),
      }
      return new Kysely<Tables>({ dialect, log: observeQuery, plugins: [new WithSchemaPlugin(schema)] })
    },
    async drop(site) {
      assertSiteName(site)
      recorders.delete(site)
      const removal = root.schema.dropSchema(`site_${site}`).ifExists().cascade()
      // It takes each table in turn, and another process may still be reading some of them in an order of its own.
      for (let left = DROP_ATTEMPTS - 1; ; left -= 1) {
        try {
          return await removal.execute()
        } catch (fault) {
          if (left === 0 || !isDeadlock(fault)) throw fault
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
      const found = await findFingerprint(root, site)
      return found === undefined || found === fingerprint
    },
    async leaveFingerprint(site, fingerprint) {
      if ((await findFingerprint(root, site)) === undefined)
        await sql`comment on schema ${sql.id(`site_${site}`)} is ${sql.lit(FINGERPRINT + fingerprint)}`.execute(root)
    },
    async startAlone(work) {
      const client = new pg.Client({ connectionString: listenUrl, connectionTimeoutMillis: waitMs })
      client.on('error', () => undefined)
      await client.connect()
      try {
        // Freed when the connection ends, however this process does.
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
    watchChanges: (watcher) => watchPostgres(listenUrl, replica ? replica.follow(watcher) : watcher, teller, level),
    connectionUse: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await replica?.close()
      await root.destroy()
    },
  }
}

/** It stands in the comment of the site's schema: no backup of a site takes it along, and an operator can take it away. */
const FINGERPRINT = 'net-zero key '

async function findFingerprint(root: Kysely<Tables>, site: string): Promise<string | undefined> {
  const { rows } = await sql<{ comment: string | null }>`
    select obj_description(oid, 'pg_namespace') as comment from pg_namespace where nspname = ${`site_${site}`}`.execute(root)
  const comment = rows[0]?.comment
  return comment?.startsWith(FINGERPRINT) ? comment.slice(FINGERPRINT.length) : undefined
}

/** Any number, as long as nobody else's programs on the server use it. */
const START_LOCK = 7_205_759_403

/** Two processes may both see something missing; the one that comes second is told so by a unique index. */
function ignoreClash(fault: unknown): void {
  if (!isUniqueViolation(fault)) throw fault
}

async function readTableKeys(root: Kysely<Tables>, schema: string): Promise<TableKeys> {
  const { rows } = await sql<TableColumn>`
    select c.relname as "table", a.attname as "column"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = to_regnamespace(${schema}) and c.relkind = 'r'`.execute(root)
  return new TableKeys(rows)
}

/** Migrations wait for each other as long as it takes, and a large table may take its time: the limits of requests are not for them. */
class PatientAdapter extends PostgresAdapter {
  override async acquireMigrationLock(...[db, options]: Parameters<PostgresAdapter['acquireMigrationLock']>): Promise<void> {
    for (const limit of TIMEOUTS) await sql`select set_config(${limit}, '0', true)`.execute(db)
    await super.acquireMigrationLock(db, options)
  }
}

type Catalogue = Record<'pg_catalog.pg_tables', { schemaname: string; tablename: string }> &
  Record<'pg_catalog.pg_namespace', { nspname: string }>

/**
 * Lists the tables of one site, without their columns. Kysely looks for its migration table among the tables of all schemas: slow with hundreds of
 * sites, and an error when one of them is created or dropped meanwhile.
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
