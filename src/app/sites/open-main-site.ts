/** Opens a site, with initial content if it is new, and refuses to start on inconsistent data. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openPostgres } from '#db/postgres/postgres.ts'
import { openSqlite } from '#db/sqlite/sqlite.ts'
import type { Engine } from '#db/engine.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { openSite } from '#db/open-site.ts'
import { finishInterruptedImport } from '#features/archive/import-files.service.ts'
import { STAGED_MAIN } from '#features/backups/site-target.ts'
import { isSeeded, loadContent } from '#features/content/content.loader.ts'
import { applySiteFile } from '#features/deployment/site-file.service.ts'
import { loadSettings } from '#features/sites/site.service.ts'
import type { Config } from '#platform/config/config.ts'
import type { Log, Site } from '#platform/contract/context.ts'
import { secretKeyFingerprint } from '#platform/config/secret-box.ts'
import { getFilesFolder, openSiteFiles } from './open-site-files.ts'

export const MAIN_SITE = 'main'

/**
 * Checks that an empty main site is not next to pictures or tenant sites of an old one. The old database would be lost, and demo content
 * would hide that.
 * @throws Error that names what to do
 */
async function assertDatabaseNotLost(db: SiteDatabase, dataDir: string): Promise<void> {
  if (await isSeeded(db)) return
  const uploads = await readdir(join(getFilesFolder(dataDir, MAIN_SITE), 'uploads')).catch(() => [])
  const tenantDatabases = (await readdir(join(dataDir, 'sites')).catch(() => [])).filter((name) => /^copy_.*\.sqlite$/.test(name))
  const remains = uploads.length ? 'there are pictures of it' : tenantDatabases.length ? 'there are copies of it' : undefined
  if (remains === undefined) return
  throw new Error(
    `With DATA_DIR ${dataDir} the main database is empty, but ${remains}. Restore the database from a backup, or set DATA_DIR to an empty folder to start from scratch.`,
  )
}

/** @throws Error if a restore was interrupted, so that only some sites of the installation are restored */
async function assertRestoreFinished(engine: Engine): Promise<void> {
  if ((await engine.sizeOf(STAGED_MAIN)) > 0)
    throw new Error(
      'A restore or database move to this installation was interrupted. Run the same command again to resume it. To abandon it, see docs/operations.md.',
    )
}

/**
 * Checks that the database was served with this secret key. Called before anything is migrated or written. With a different key, one-time
 * codes would be rejected, hashes of unsubscribed email addresses would not match, and several processes would count visits twice.
 * @param createdFile the key file that this start has created; it is removed again when the database has a different key
 * @throws Error with the setting or file, when the database was served with a different key
 */
export async function assertSameSecretKey(
  engine: Engine,
  { secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>,
  createdFile?: string,
): Promise<void> {
  if (await engine.matchesFingerprint(MAIN_SITE, secretKeyFingerprint())) return
  if (createdFile !== undefined) await rm(createdFile, { force: true })
  const file = join(dataDir, 'secret.key')
  const reason =
    createdFile !== undefined
      ? `the file ${file} is missing, and SECRET_KEY is not set`
      : `${secretKey === undefined ? file : 'SECRET_KEY'} is not the key that the database was served with`
  const allProcessesHint = engine.name === 'postgres' ? ' All processes on one database need the same key.' : ''
  throw new Error(
    `The secret key does not fit the database: ${reason}. Put the key back.${allProcessesHint} If it is lost: docs/operations.md, "The secret key". Nothing was changed.`,
  )
}

export const openEngine = ({
  databaseUrl,
  databaseDirectUrl: directUrl,
  databaseReadUrl: readUrl,
  dataDir,
  limits,
}: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseDirectUrl' | 'databaseReadUrl' | 'limits'>>):
  | Promise<Engine>
  | Engine => (databaseUrl ? openPostgres(databaseUrl, { ...limits?.database, directUrl, readUrl }) : openSqlite(dataDir))

/** Returns the connection to the site's read replica, or an empty object if the engine has none. */
export const connectReplicaOf = (engine: Engine, id: string): Pick<Site, 'replica'> =>
  engine.connectReplica ? { replica: engine.connectReplica(id) } : {}

type ContentConfig = Pick<Config, 'content' | 'dataDir'> & Partial<Pick<Config, 'siteConfig'>>

/** Opens a site, runs pending migrations, and loads the initial content into a new one. */
export async function openFilledSite(
  engine: Engine,
  id: string,
  { content, dataDir, siteConfig }: ContentConfig,
  log?: Log,
): Promise<Site> {
  if (id === MAIN_SITE) await assertRestoreFinished(engine)
  const db = await openSite(engine, id)
  await finishInterruptedImport(db, getFilesFolder(dataDir, id))
  if (id === MAIN_SITE) await assertDatabaseNotLost(db, dataDir)
  const files = await openSiteFiles(engine.name, db, dataDir, id, log)
  const contentOfFile = siteConfig === undefined ? undefined : await applySiteFile(db, siteConfig)
  await loadContent(db, engine.name, id, contentOfFile ?? content, new Date(), await loadSettings(db))
  return { id, db, ...connectReplicaOf(engine, id), settings: await loadSettings(db), files }
}
