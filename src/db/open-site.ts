/** Opening a site makes it when missing and brings its database up to date. */
import { readdir } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Engine, EngineName } from './engine.ts'
import type { SiteDatabase } from './tables.ts'

interface SiteMigration {
  up(db: Kysely<never>, engine: EngineName): Promise<void>
}

/**
 * Connects to a site and runs the migrations it has not had.
 * @throws the first migration's error; the connection is closed then
 */
export async function openSite(engine: Engine, site: string): Promise<SiteDatabase> {
  const db = await engine.connect(site)
  const migrations = await loadMigrations()
  const provider = {
    async getMigrations() {
      return Object.fromEntries(
        migrations.map(([name, migration]): [string, Migration] => [name, { up: (on: Kysely<never>) => migration.up(on, engine.name) }]),
      )
    },
  }
  const schema = engine.name === 'postgres' ? { migrationTableSchema: `site_${site}` } : {}
  const migrate = async () => (await new Migrator({ db, provider, ...schema }).migrateToLatest()).error
  let error = await migrate()
  for (let again = 0; again < 5 && isAboutAnother(error); again++) error = await migrate()
  if (error) {
    await db.destroy()
    throw error
  }
  return db
}

/**
 * Kysely looks through all schemas of a PostgreSQL server, and stumbles over one that is being made or removed meanwhile:
 * a schema, table or column that is not there, or an object that vanished while it was looked up.
 */
const OF_ANOTHER = new Set(['3F000', '42P01', '42703', 'XX000'])
const isAboutAnother = (error: unknown): boolean => OF_ANOTHER.has((error as { code?: string } | undefined)?.code ?? '')

/** After rows were written with ids of their own, PostgreSQL's counters must go on behind the highest. */
export async function resetIds(db: SiteDatabase, engine: EngineName, site: string, tables: readonly string[]): Promise<void> {
  if (engine !== 'postgres') return
  for (const table of tables) {
    const name = sql.lit(`site_${site}.${table}`)
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), (select coalesce(max(id), 0) + 1 from ${sql.id(`site_${site}`, table)}), false)`.execute(
      db,
    )
  }
}

let loaded: Promise<(readonly [string, SiteMigration])[]> | undefined
const loadMigrations = () => (loaded ??= readMigrations())

async function readMigrations() {
  const folder = new URL('./migrations/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z_]+\.ts$/.test(name)).toSorted()
  return Promise.all(names.map(async (name) => [name.slice(0, -3), (await import(new URL(name, folder).href)) as SiteMigration] as const))
}
