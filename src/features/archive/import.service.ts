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
import { filePlaceOf } from '#platform/files/database-files.ts'
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
  /** The name of the site's database. */
  site: string
  /** Folder of its files with SQLite. On PostgreSQL files are rows, and the folder may hold some of an older version. */
  folder: string
  /** Whether an existing site may be overwritten. */
  replace: boolean
  /** Limit of the unpacked size in bytes. */
  maxBytes?: number | undefined
  tables: ArchiveTables
}
type Rows = (table: TableName) => AsyncIterable<{ row: ArchiveRow; line?: number }>

/** Differences from the archive. */
export interface ImportReport {
  /** Number of changed rows by sentence. */
  changes: Record<string, number>
  /** Number of queued jobs that are held instead of being run, by kind. */
  held: Record<string, number>
}

/** @throws Error with a message for the operator; the target is unchanged then */
export async function importArchive(file: string, target: ImportTarget): Promise<Manifest & ImportReport> {
  const { engine, site, folder, replace, tables } = target
  const archive = await openArchive(file, tables, target.maxBytes)
  const unpacked = `${folder}.importing`
  const isNew = (await engine.sizeOf(site)) === 0
  let db: SiteDatabase | undefined
  let migrated: SiteDatabase | undefined
  let isDone = false
  try {
    const levels = (await loadMigrations()).map(([name]) => name)
    const { migration } = archive.manifest
    if (!levels.includes(migration))
      throw new Error(`The archive was made by another version (${migration}); this one is at ${levels.at(-1)}. Update first.`)
    db = await openSite(engine, site)
    await finishInterruptedImport(db, folder)
    if (!replace && (await hasContent(db)))
      throw new Error('There is a site already. Use --replace to overwrite it with the archive; its current data will be deleted.')
    await rm(unpacked, { recursive: true, force: true })
    if (engine.name === 'sqlite') await unpack(archive, unpacked)
    migrated = migration === levels.at(-1) ? undefined : await migrateRows(archive, target)
    const rows = migrated ? rowsOfSite(migrated, tables) : rowsOfArchive(archive)
    const report: ImportReport = { changes: {}, held: {} }
    if (engine.name === 'sqlite') await fillWithFolder(db, rows, target, unpacked, report)
    else await fillWithStoredFiles(db, rows, target, archive, report)
    isDone = true
    return { ...archive.manifest, ...report }
  } finally {
    archive.close()
    await migrated?.destroy()
    await engine.drop(stagingOf(site))
    await db?.destroy()
    if (!isDone && isNew) await engine.drop(site)
    await rm(unpacked, { recursive: true, force: true })
  }
}

/** Tables whose ids the database generates. */
const numbered = ({ archived }: ArchiveTables) => [...archived].filter(([, { key }]) => key[0] === 'id').map(([table]) => table)

const stagingOf = (site: string) => `${site}_importing`

/** Migrates the rows of an earlier version in a staging database. */
async function migrateRows(archive: Archive, { engine, site, tables }: ImportTarget): Promise<SiteDatabase> {
  const staging = stagingOf(site)
  const all = await loadMigrations()
  const applied = all.filter(([name]) => name <= archive.manifest.migration)
  await engine.drop(staging)
  const earlier = await openSite(engine, staging, applied)
  try {
    await earlier.transaction().execute((trx) => insertAll(trx, rowsOfArchive(archive), tables))
  } finally {
    await earlier.destroy()
  }
  return openSite(engine, staging)
}

/** Yields nothing for tables that an archive of an earlier version does not have. */
const rowsOfArchive = (archive: Archive): Rows =>
  async function* (table) {
    if (table in archive.manifest.counts) yield* readRows(archive, table)
  }

const rowsOfSite = (db: SiteDatabase, { archived }: ArchiveTables): Rows =>
  async function* (table) {
    for await (const row of streamRows(db, table, archived.get(table)?.key ?? [])) yield { row }
  }

async function insertAll(db: SiteDatabase, rows: Rows, { archived }: ArchiveTables, report?: ImportReport): Promise<void> {
  for (const [table, { onImport }] of archived)
    for await (const { row: original, line } of rows(table)) {
      const { row, report: change } = (report && onImport?.(original)) ?? { row: original }
      if (report && change !== undefined) report.changes[change] = (report.changes[change] ?? 0) + 1
      try {
        await insertArchivedRow(db, table, row)
      } catch (error) {
        const place = line === undefined ? table : `data/${table}.jsonl, line ${line}`
        throw new Error(`${place}: the database does not take this row (${toError(error).message}).`, { cause: error })
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
    const place = join(folder, path.slice('files/'.length))
    await mkdir(dirname(place), { recursive: true })
    await pipeline(await read(path), createWriteStream(place))
  }
}
const toMegabytes = (bytes: number) => formatNumber(Math.ceil(bytes / 1e6))

async function fillRows(trx: SiteDatabase, rows: Rows, { engine, site, tables }: ImportTarget, report: ImportReport): Promise<void> {
  await deleteAllRows(trx, tables)
  await insertAll(trx, rows, tables, report)
  report.held = await holdJobs({ db: trx })
  await importSettings(trx)
  await resetIds(trx, engine.name, site, numbered(tables))
}

/** For PostgreSQL: replaces rows and files in one transaction. */
async function fillWithStoredFiles(
  db: SiteDatabase,
  rows: Rows,
  target: ImportTarget,
  { manifest, paths, read }: Archive,
  report: ImportReport,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await fillRows(trx, rows, target, report)
    const createdAt = new Date().toISOString()
    for (const path of paths.filter((name) => name.startsWith('files/'))) {
      const bytes = manifest.files[path]?.bytes ?? 0
      await insertFile(trx, { ...filePlaceOf(path.slice('files/'.length)), bytes, createdAt }, await read(path))
    }
  })
  await rm(target.folder, { recursive: true, force: true })
}

/** For SQLite: swaps the files folder last, and back again if the transaction fails. */
async function fillWithFolder(db: SiteDatabase, rows: Rows, target: ImportTarget, unpacked: string, report: ImportReport): Promise<void> {
  const { folder } = target
  const before = backupFolderOf(folder)
  let isMoved = false
  await markImportStarted(db)
  try {
    await db.transaction().execute(async (trx) => {
      await fillRows(trx, rows, target, report)
      // A site without files has no folder. Any other error aborts the import, so that no file is lost.
      await rename(folder, before).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      isMoved = true
      await rename(unpacked, folder)
    })
  } catch (error) {
    if (isMoved && !existsSync(before)) await rm(folder, { recursive: true, force: true })
    // If the database is unavailable, the next start recovers.
    await finishInterruptedImport(db, folder)
      .then(() => markImportFinished(db))
      .catch(() => undefined)
    throw error
  }
  await rm(before, { recursive: true, force: true })
}
