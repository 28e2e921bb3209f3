/** Opens a site's database, creates it if it is missing, and migrates it. */
import { readdir } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration'
import type { Engine, EngineName } from './engine.ts'
import type { SiteDatabase } from './tables.ts'

export interface SiteMigration {
  up(db: Kysely<never>, engine: EngineName): Promise<void>
}
export type Migrations = readonly (readonly [name: string, migration: SiteMigration])[]

/**
 * Connects to a site and runs its pending migrations: all of them or, if one fails, none.
 * On PostgreSQL, Kysely's migrator holds an advisory lock, so two processes do not migrate the same site at once.
 * @param migrations default: those of `migrations/`
 * @throws NewerSchemaError if a newer version has migrated the site; nothing is changed then
 * @throws the error of the failed migration, with its name as `migration`; the connection is closed in either case
 */
export async function openSite(engine: Engine, site: string, migrations?: Migrations): Promise<SiteDatabase> {
  const db = await engine.connect(site)
  const allMigrations = migrations ?? (await loadMigrations())
  const provider = {
    async getMigrations() {
      return Object.fromEntries(
        allMigrations.map(([name, migration]): [string, Migration] => [
          name,
          { up: (schemaDb: Kysely<never>) => migration.up(schemaDb, engine.name) },
        ]),
      )
    },
  }
  const schema = engine.name === 'postgres' ? { migrationTableSchema: `site_${site}` } : {}
  try {
    const from = await assertNotNewer(db, allMigrations)
    const began = performance.now()
    const { error, results = [] } = await new Migrator({ db, provider, ...schema }).migrateToLatest()
    if (error) {
      // A newer process may have migrated the site since the check above.
      await assertNotNewer(db, allMigrations)
      const migration = results.find(({ status }) => status === 'Error')?.migrationName
      throw error instanceof Error ? Object.assign(error, { migration }) : error
    }
    const to = results.at(-1)?.migrationName
    const durationMs = Math.round(performance.now() - began)
    if (to === undefined) return db
    for (const observe of observers) observe({ site, from, to, count: results.length, durationMs })
  } catch (error) {
    await db.destroy()
    throw error
  }
  // Reconnect: the engine reads the key columns of the tables on connect.
  await db.destroy()
  return engine.connect(site)
}

/** A migration run of a site. `from` is the last migration before the run, null for a new site; `to` the last one after it. */
export interface MigrationRun {
  site: string
  from: string | null
  to: string
  count: number
  durationMs: number
}
const observers = new Set<(migrated: MigrationRun) => void>()

/** Calls the observer after each migration run in this process. @returns a function that removes the observer */
export function observeMigrations(observer: (migrated: MigrationRun) => void): () => void {
  observers.add(observer)
  return () => void observers.delete(observer)
}

/** Thrown if the schema has migrations that this program does not know. */
export class NewerSchemaError extends Error {
  constructor(applied: string, known: string | undefined) {
    super(
      `The database was written by a newer version (migration ${applied}; this program ends at ${known}). Start the newer version, or restore the backup from before the update. Nothing was changed.`,
    )
  }
}

/**
 * Counts the pending migrations of a site.
 * @returns 0 for a site without a database, which is not created
 * @throws NewerSchemaError if a newer version has migrated the site
 */
export async function countPendingMigrations(engine: Pick<Engine, 'connect' | 'sizeOf'>, site: string): Promise<number> {
  if ((await engine.sizeOf(site)) === 0) return 0
  const db = await engine.connect(site)
  try {
    const allMigrations = await loadMigrations()
    const last = await assertNotNewer(db, allMigrations)
    return allMigrations.filter(([name]) => last === null || name > last).length
  } finally {
    await db.destroy()
  }
}

/**
 * Returns the name of the last applied migration; `null` if there is none.
 * @throws NewerSchemaError if the schema is newer than this program
 */
async function assertNotNewer(db: SiteDatabase, allMigrations: Migrations): Promise<string | null> {
  const applied = await listAppliedMigrations(db)
  const known = new Set(allMigrations.map(([name]) => name))
  const unknown = applied.filter((name) => !known.has(name))
  const newest = unknown.at(-1)
  if (newest !== undefined) throw new NewerSchemaError(newest, allMigrations.at(-1)?.[0])
  return applied.at(-1) ?? null
}

/** Lists the names of the applied migrations in order. */
async function listAppliedMigrations(db: SiteDatabase): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const rows = await db
    .$extendTables<{ [DEFAULT_MIGRATION_TABLE]: { name: string } }>()
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Sets PostgreSQL's id sequences behind the highest id of each table, after rows were inserted with explicit ids. */
export async function resetIds(db: SiteDatabase, engine: EngineName, site: string, tables: readonly string[]): Promise<void> {
  if (engine !== 'postgres') return
  for (const table of tables) {
    const name = sql.lit(`site_${site}.${table}`)
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), (select coalesce(max(id), 0) + 1 from ${sql.id(`site_${site}`, table)}), false)`.execute(
      db,
    )
  }
}

/** The migrations in a production build; undefined when run from source, where they are read from the folder. */
const bundled = import.meta.env?.PROD ? import.meta.glob<SiteMigration>('./migrations/*.ts') : undefined
let loaded: Promise<Migrations> | undefined
/** Loads the migrations of `migrations/`, in order. The result is memoised. */
export const loadMigrations = (): Promise<Migrations> => (loaded ??= readMigrations())

async function readMigrations(): Promise<Migrations> {
  const folder = new URL('./migrations/', import.meta.url)
  const files = bundled ? Object.keys(bundled).map((path) => path.slice('./migrations/'.length)) : await readdir(folder)
  const names = files.filter((name) => /^\d{4}_[a-z_]+\.ts$/.test(name)).toSorted()
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- migrations, found by their names
  const load = (name: string) => bundled?.[`./migrations/${name}`]?.() ?? (import(new URL(name, folder).href) as Promise<SiteMigration>)
  return Promise.all(names.map(async (name) => [name.slice(0, -3), await load(name)] as const))
}
