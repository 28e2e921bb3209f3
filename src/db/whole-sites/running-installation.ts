/** Lets commands write to the sites of an installation while its server process is running. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { openPostgres } from '#db/postgres/postgres.ts'
import { listSiteFiles, toKyselyDatabase } from '#db/sqlite/sqlite.ts'
import type { SiteDatabase, Tables } from '#db/tables.ts'

/**
 * Calls `work` with each site in turn. With SQLite, which several processes may write to, the server process is not notified of the
 * changes.
 * @param options.databaseUrl URL of the PostgreSQL server; absent for SQLite
 * @param options.dataDir absolute path of the data folder
 * @throws the driver's error, and that of `work`; earlier sites stay changed then
 */
export async function writeToRunningInstallation(
  { databaseUrl, dataDir }: { databaseUrl?: string | undefined; dataDir: string },
  work: (site: string, db: SiteDatabase) => Promise<void>,
): Promise<void> {
  if (databaseUrl === undefined) {
    for (const site of listSiteFiles(dataDir)) {
      const file = new DatabaseSync(join(dataDir, 'sites', `${site}.sqlite`))
      file.exec('pragma busy_timeout = 10000; pragma synchronous = full')
      const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: toKyselyDatabase(file) }) })
      await work(site, db).finally(() => db.destroy())
    }
    return
  }
  const engine = await openPostgres(databaseUrl)
  try {
    for (const site of await engine.listSites()) {
      const db = await engine.connect(site)
      await work(site, db).finally(() => db.destroy())
    }
  } finally {
    await engine.close()
  }
}
