/** Gives consistent read access to all sites of an installation while its server is running. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql, WithSchemaPlugin } from 'kysely'
import pg from 'pg'
import { assertSiteName, type EngineName } from '#db/engine.ts'
import { pgTypes } from '#db/postgres/postgres.ts'
import { disableTimeouts } from './site-rows.ts'
import { openFileSnapshot, type DatabaseSnapshot } from './snapshot.ts'
import { listSiteFiles } from '#db/sqlite/sqlite.ts'
import type { Tables } from '#db/tables.ts'

export interface InstallationReader {
  engine: EngineName
  listSites(): Promise<string[]>
  /** Returns a snapshot of a site; undefined if there is no site of this name. */
  openSite(site: string): Promise<DatabaseSnapshot | undefined>
  close(): Promise<void>
}

/**
 * Opens a reader for SQLite: a snapshot of each site at the moment it is opened. The server process is not blocked.
 * @param folder absolute path of the data folder
 */
export function openSqliteReader(folder: string): InstallationReader {
  return {
    engine: 'sqlite',
    listSites: async () => listSiteFiles(folder),
    async openSite(site) {
      assertSiteName(site)
      const path = join(folder, 'sites', `${site}.sqlite`)
      if (!existsSync(path)) return undefined
      const db = await openFileSnapshot(path)
      let closing: Promise<void> | undefined
      return { db, close: () => (closing ??= db.destroy()) }
    },
    close: async () => undefined,
  }
}

/** Opens a reader for PostgreSQL: one snapshot of all sites, on a dedicated connection. @throws the driver's error if it cannot connect */
export async function openPostgresReader(url: string): Promise<InstallationReader> {
  // There is no statement timeout: the data may be large, and its consumer slow.
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 10_000, types: pgTypes })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const root = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const snapshot = await root
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
    .catch(async (error: unknown) => {
      await root.destroy()
      throw error
    })
  await disableTimeouts(snapshot)
  const listSites = async () => {
    const { rows } = await sql<{ name: string }>`
      select nspname as name from pg_namespace where starts_with(nspname, 'site_') order by nspname`.execute(snapshot)
    return rows.map(({ name }) => name.slice('site_'.length))
  }
  return {
    engine: 'postgres',
    listSites,
    async openSite(site) {
      assertSiteName(site)
      if (!(await listSites()).includes(site)) return undefined
      return { db: snapshot.withPlugin(new WithSchemaPlugin(`site_${site}`)), close: async () => undefined }
    },
    async close() {
      await snapshot
        .rollback()
        .execute()
        .catch(() => undefined)
      await root.destroy()
    },
  }
}
