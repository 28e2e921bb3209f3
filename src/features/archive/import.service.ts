/** Imports an archive as a site, atomically. */
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Engine } from '#db/engine.ts'
import { loadMigrations, openSite, resetIds } from '#db/open-site.ts'
import { insertFile } from '#db/files/stored-files.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { holdJobs } from '#features/job-queue/held-jobs.service.ts'
import { splitFilePath } from '#platform/files/database-files.ts'
import { formatNumber } from '#wording/numbers.ts'
import { toError } from '#platform/client/to-error.client.ts'
import type { ArchiveTables, TableName } from './archive-tables.ts'
import type { ArchiveRow, Manifest } from './archive.format.ts'
import { deleteAllRows, insertArchivedRow, hasContent, streamRows } from './archive.queries.ts'
import { openArchive, type Archive } from './archive.reader.ts'
import { readRows } from './archive.rows.ts'
import { backupFolderOf, markImportFinished, markImportStarted, finishInterruptedImport } from './import-files.service.ts'
import { importSettings } from './archive.settings.ts'

export interface ImportTarget {
  engine: Engine
  /** Name of the site's database. */
  site: string
  /** Folder of the site's files with SQLite. On PostgreSQL files are rows, and the folder may contain files of an older version. */
  folder: string
  /** Whether an existing site may be overwritten. */
  replace: boolean
  /** Limit of the unpacked size in bytes. */
  maxBytes?: number | undefined
  tables: ArchiveTables
}
type RowReader = (table: TableName) => AsyncIterable<{ row: ArchiveRow; line?: number }>

/** Differences between the imported site and the archive. */
export interface ImportReport {
  /** Number of changed rows, by the sentence that explains the change. */
  changes: Record<string, number>
  /** Number of queued jobs that are held instead of being run, by kind. */
  held: Record<string, number>
}

/** Imports an archive. @throws Error with a message for the operator, in which case the target is unchanged */
export async function importArchive(file: string, target: ImportTarget): Promise<Manifest & ImportReport> {
  const { engine, site, folder, replace, tables } = target
  const archive = await openArchive(file, tables, target.maxBytes)
  const unpackedFolder = `${folder}.importing`
  const isNew = (await engine.sizeOf(site)) === 0
  let db: SiteDatabase | undefined
  let migrated: SiteDatabase | undefined
  let isImported = false
  try {
    const levels = (await loadMigrations()).map(([name]) => name)
    const { migration } = archive.manifest
    if (!levels.includes(migration))
      throw new Error(`The archive was created by another version (${migration}); this one is at ${levels.at(-1)}. Update first.`)
    db = await openSite(engine, site)
    await finishInterruptedImport(db, folder)
    if (!replace && (await hasContent(db)))
      throw new Error('There already is a site. Use --replace to overwrite it with the archive; its current data will be deleted.')
    await rm(unpackedFolder, { recursive: true, force: true })
    if (engine.name === 'sqlite') await unpack(archive, unpackedFolder)
    migrated = migration === levels.at(-1) ? undefined : await migrateRows(archive, target)
    const rows = migrated ? readSiteRows(migrated, tables) : readArchiveRows(archive)
    const report: ImportReport = { changes: {}, held: {} }
    if (engine.name === 'sqlite') await fillWithFolder(db, rows, target, unpackedFolder, report)
    else await fillWithStoredFiles(db, rows, target, archive, report)
    isImported = true
    return { ...archive.manifest, ...report }
  } finally {
    archive.close()
    await migrated?.destroy()
    await engine.drop(getStagingName(site))
    await db?.destroy()
    if (!isImported && isNew) await engine.drop(site)
    await rm(unpackedFolder, { recursive: true, force: true })
  }
}

/** Lists the tables whose ids the database generates. */
const listTablesWithIds = ({ archived }: ArchiveTables) => [...archived].filter(([, { key }]) => key[0] === 'id').map(([table]) => table)

const getStagingName = (site: string) => `${site}_importing`

/** Migrates the rows of an earlier version in a staging database. */
async function migrateRows(archive: Archive, { engine, site, tables }: ImportTarget): Promise<SiteDatabase> {
  const staging = getStagingName(site)
  const allMigrations = await loadMigrations()
  const applied = allMigrations.filter(([name]) => name <= archive.manifest.migration)
  await engine.drop(staging)
  const stagingDb = await openSite(engine, staging, applied)
  try {
    await stagingDb.transaction().execute((trx) => insertAll(trx, readArchiveRows(archive), tables))
  } finally {
    await stagingDb.destroy()
  }
  return openSite(engine, staging)
}

/** Reads rows from the archive; none for tables that an archive of an earlier version does not contain. */
const readArchiveRows = (archive: Archive): RowReader =>
  async function* (table) {
    if (table in archive.manifest.counts) yield* readRows(archive, table)
  }

const readSiteRows = (db: SiteDatabase, { archived }: ArchiveTables): RowReader =>
  async function* (table) {
    for await (const row of streamRows(db, table, archived.get(table)?.key ?? [])) yield { row }
  }

async function insertAll(db: SiteDatabase, rows: RowReader, { archived }: ArchiveTables, report?: ImportReport): Promise<void> {
  for (const [table, { onImport }] of archived)
    for await (const { row: original, line } of rows(table)) {
      const { row, report: sentence } = (report && onImport?.(original)) ?? { row: original }
      if (report && sentence !== undefined) report.changes[sentence] = (report.changes[sentence] ?? 0) + 1
      try {
        await insertArchivedRow(db, table, row)
      } catch (error) {
        const location = line === undefined ? table : `data/${table}.jsonl, line ${line}`
        throw new Error(`${location}: the database rejects this row (${toError(error).message}).`, { cause: error })
      }
    }
}

async function unpack({ manifest, paths, read }: Archive, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const files = paths.filter((name) => name.startsWith('files/'))
  const bytes = files.reduce((sum, path) => sum + (manifest.files[path]?.bytes ?? 0), 0)
  const { bavail, bsize } = await statfs(folder)
  if (bytes > bavail * bsize)
    throw new Error(
      `The archive's files take ${toMegabytes(bytes)} MB, and there are ${toMegabytes(bavail * bsize)} MB free beside ${folder}.`,
    )
  for (const path of files) {
    const filePath = join(folder, path.slice('files/'.length))
    await mkdir(dirname(filePath), { recursive: true })
    await pipeline(await read(path), createWriteStream(filePath))
  }
}
const toMegabytes = (bytes: number) => formatNumber(Math.ceil(bytes / 1e6))

async function fillRows(trx: SiteDatabase, rows: RowReader, { engine, site, tables }: ImportTarget, report: ImportReport): Promise<void> {
  await deleteAllRows(trx, tables)
  await insertAll(trx, rows, tables, report)
  report.held = await holdJobs({ db: trx })
  await importSettings(trx)
  await resetIds(trx, engine.name, site, listTablesWithIds(tables))
}

/** Used with PostgreSQL: replaces rows and files in one transaction. */
async function fillWithStoredFiles(
  db: SiteDatabase,
  rows: RowReader,
  target: ImportTarget,
  { manifest, paths, read }: Archive,
  report: ImportReport,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await fillRows(trx, rows, target, report)
    const createdAt = new Date().toISOString()
    for (const path of paths.filter((name) => name.startsWith('files/'))) {
      const bytes = manifest.files[path]?.bytes ?? 0
      await insertFile(trx, { ...splitFilePath(path.slice('files/'.length)), bytes, createdAt }, await read(path))
    }
  })
  await rm(target.folder, { recursive: true, force: true })
}

/** Used with SQLite: swaps the files folder last, and back again if the transaction fails. */
async function fillWithFolder(
  db: SiteDatabase,
  rows: RowReader,
  target: ImportTarget,
  unpackedFolder: string,
  report: ImportReport,
): Promise<void> {
  const { folder } = target
  const backupFolder = backupFolderOf(folder)
  let hasMovedFiles = false
  await markImportStarted(db)
  try {
    await db.transaction().execute(async (trx) => {
      await fillRows(trx, rows, target, report)
      // A site without files has no folder. Any other error aborts the import, so that no file is lost.
      await rename(folder, backupFolder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      hasMovedFiles = true
      await rename(unpackedFolder, folder)
    })
  } catch (error) {
    if (hasMovedFiles && !existsSync(backupFolder)) await rm(folder, { recursive: true, force: true })
    // If the database is unavailable, the next start recovers.
    await finishInterruptedImport(db, folder)
      .then(() => markImportFinished(db))
      .catch(() => undefined)
    throw error
  }
  await rm(backupFolder, { recursive: true, force: true })
}
