/** Reads all sites of an installation while others go on writing to it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql, WithSchemaPlugin } from 'kysely'
import pg from 'pg'
import { assertSiteName, type EngineName } from '#db/engine.ts'
import { pgTypes } from '#db/postgres/postgres.ts'
import { liftTimeouts } from './site-rows.ts'
import { openFileSnapshot, type DatabaseSnapshot } from './snapshot.ts'
import { listSiteFiles } from '#db/sqlite/sqlite.ts'
import type { Tables } from '#db/tables.ts'

export interface InstallationReader {
  engine: EngineName
  listSites(): Promise<string[]>
  /** @returns undefined when there is none of this name */
  openSite(site: string): Promise<DatabaseSnapshot | undefined>
  close(): Promise<void>
}

/**
 * Each site as it is when it is opened. The process that owns the folder goes on, and does not notice.
 * @param folder the data folder, absolute
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

/** All sites as they were at one moment, on a connection of its own. @throws the driver's error when the server cannot be reached */
export async function openPostgresReader(url: string): Promise<InstallationReader> {
  // What is read may be large, and whoever takes it slow: no time limit of a request is for this.
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 10_000, types: pgTypes })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const root = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const moment = await root
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
    .catch(async (fault: unknown) => {
      await root.destroy()
      throw fault
    })
  await liftTimeouts(moment)
  const listSites = async () => {
    const { rows } = await sql<{ name: string }>`
      select nspname as name from pg_namespace where starts_with(nspname, 'site_') order by nspname`.execute(moment)
    return rows.map(({ name }) => name.slice('site_'.length))
  }
  return {
    engine: 'postgres',
    listSites,
    async openSite(site) {
      assertSiteName(site)
      if (!(await listSites()).includes(site)) return undefined
      return { db: moment.withPlugin(new WithSchemaPlugin(`site_${site}`)), close: async () => undefined }
    },
    async close() {
      await moment
        .rollback()
        .execute()
        .catch(() => undefined)
      await root.destroy()
    },
  }
}
