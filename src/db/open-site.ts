/** Opening a site makes it when missing and brings its database up to date. */
import { readdir } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Engine, EngineName } from './engine.ts'
import type { SiteDatabase } from './tables.ts'

export interface SiteMigration {
  up(db: Kysely<never>, engine: EngineName): Promise<void>
}
export type Migrations = readonly (readonly [name: string, migration: SiteMigration])[]

/**
 * Connects to a site and runs the migrations it has not had: all of them or, when one fails, none.
 * Two processes that open the same site on a PostgreSQL server wait for each other (an advisory lock of the migrator).
 * @param migrations those of `migrations/` when absent
 * @throws the first migration's error, with its name as `migration`; the connection is closed then
 */
export async function openSite(engine: Engine, site: string, migrations?: Migrations): Promise<SiteDatabase> {
  const db = await engine.connect(site)
  const all = migrations ?? (await loadMigrations())
  const provider = {
    async getMigrations() {
      return Object.fromEntries(
        all.map(([name, migration]): [string, Migration] => [name, { up: (on: Kysely<never>) => migration.up(on, engine.name) }]),
      )
    },
  }
  const schema = engine.name === 'postgres' ? { migrationTableSchema: `site_${site}` } : {}
  const { error, results } = await new Migrator({ db, provider, ...schema }).migrateToLatest()
  if (error) {
    await db.destroy()
    const migration = results?.find(({ status }) => status === 'Error')?.migrationName
    throw error instanceof Error ? Object.assign(error, { migration }) : error
  }
  return db
}

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

/** What the build has bundled; from the source they are read where they lie. */
const bundled = import.meta.env?.PROD ? import.meta.glob<SiteMigration>('./migrations/*.ts') : undefined
let loaded: Promise<Migrations> | undefined
/** The migrations of `migrations/`, in their order. */
export const loadMigrations = (): Promise<Migrations> => (loaded ??= readMigrations())

async function readMigrations(): Promise<Migrations> {
  const folder = new URL('./migrations/', import.meta.url)
  const files = bundled ? Object.keys(bundled).map((path) => path.slice('./migrations/'.length)) : await readdir(folder)
  const names = files.filter((name) => /^\d{4}_[a-z_]+\.ts$/.test(name)).toSorted()
  const load = (name: string) => bundled?.[`./migrations/${name}`]?.() ?? (import(new URL(name, folder).href) as Promise<SiteMigration>)
  return Promise.all(names.map(async (name) => [name.slice(0, -3), await load(name)] as const))
}
