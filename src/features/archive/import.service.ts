/** Brings an archive up as a site: all of it, or nothing. */
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
import { rowsIn } from './archive.rows.ts'
import { backupFolderOf, markImportFinished, markImportStarted, finishInterruptedImport } from './import-files.service.ts'
import { importSettings } from './archive.settings.ts'

export interface ImportTarget {
  engine: Engine
  /** The name of the site's database. */
  site: string
  /** Where its files lie with the embedded database. On a PostgreSQL server they are rows, and this may hold some of an older version. */
  folder: string
  /** Whether what is there may be overwritten. */
  replace: boolean
  largest?: number | undefined
  tables: ArchiveTables
}
type Rows = (table: TableName) => AsyncIterable<{ row: ArchiveRow; line?: number }>

/** What is other than in the archive. */
export interface ImportReport {
  /** Sentences, with how many rows they are about. */
  changes: Record<string, number>
  /** What was queued at the site, would go out and is held, by kind of job. */
  held: Record<string, number>
}

/** @throws Error with a sentence for the operator; the target is as it was then */
export async function importArchive(file: string, target: ImportTarget): Promise<Manifest & ImportReport> {
  const { engine, site, folder, replace, tables } = target
  const archive = await openArchive(file, tables, target.largest)
  const unpacked = `${folder}.importing`
  const isNew = (await engine.sizeOf(site)) === 0
  let db: SiteDatabase | undefined
  let old: SiteDatabase | undefined
  let isDone = false
  try {
    const levels = (await loadMigrations()).map(([name]) => name)
    const { migration } = archive.manifest
    if (!levels.includes(migration))
      throw new Error(`The archive was made by another version (${migration}); this one is at ${levels.at(-1)}. Update first.`)
    db = await openSite(engine, site)
    await finishInterruptedImport(db, folder)
    if (!replace && (await hasContent(db)))
      throw new Error('There is a site already. To overwrite it with the archive, say --replace; what it holds now will be gone.')
    await rm(unpacked, { recursive: true, force: true })
    if (engine.name === 'sqlite') await unpack(archive, unpacked)
    old = migration === levels.at(-1) ? undefined : await bringUpToDate(archive, target)
    const rows = old ? rowsOfSite(old, tables) : rowsOfArchive(archive)
    const report: ImportReport = { changes: {}, held: {} }
    if (engine.name === 'sqlite') await fillWithFolder(db, rows, target, unpacked, report)
    else await fillWithStoredFiles(db, rows, target, archive, report)
    isDone = true
    return { ...archive.manifest, ...report }
  } finally {
    archive.close()
    await old?.destroy()
    await engine.drop(stagingOf(site))
    await db?.destroy()
    if (!isDone && isNew) await engine.drop(site)
    await rm(unpacked, { recursive: true, force: true })
  }
}

/** Tables whose ids the database generates. */
const numbered = ({ archived }: ArchiveTables) => [...archived].filter(([, { key }]) => key[0] === 'id').map(([table]) => table)

const stagingOf = (site: string) => `${site}_importing`

/** Rows of an earlier version go through the migrations they have missed, in a database of their own. */
async function bringUpToDate(archive: Archive, { engine, site, tables }: ImportTarget): Promise<SiteDatabase> {
  const staging = stagingOf(site)
  const all = await loadMigrations()
  const had = all.filter(([name]) => name <= archive.manifest.migration)
  await engine.drop(staging)
  const then = await openSite(engine, staging, had)
  try {
    await then.transaction().execute((trx) => insertAll(trx, rowsOfArchive(archive), tables))
  } finally {
    await then.destroy()
  }
  return openSite(engine, staging)
}

/** Only those that the archive has: an earlier version knew fewer tables. */
const rowsOfArchive = (archive: Archive): Rows =>
  async function* (table) {
    if (table in archive.manifest.counts) yield* rowsIn(archive, table)
  }

const rowsOfSite = (db: SiteDatabase, { archived }: ArchiveTables): Rows =>
  async function* (table) {
    for await (const row of streamRows(db, table, archived.get(table)?.key ?? [])) yield { row }
  }

async function insertAll(db: SiteDatabase, rows: Rows, { archived }: ArchiveTables, report?: ImportReport): Promise<void> {
  for (const [table, { onImport }] of archived)
    for await (const { row: given, line } of rows(table)) {
      const { row, report: change } = (report && onImport?.(given)) ?? { row: given }
      if (report && change !== undefined) report.changes[change] = (report.changes[change] ?? 0) + 1
      try {
        await insertArchivedRow(db, table, row)
      } catch (fault) {
        const place = line === undefined ? table : `data/${table}.jsonl, line ${line}`
        throw new Error(`${place}: the database does not take this row (${toError(fault).message}).`, { cause: fault })
      }
    }
}

async function unpack({ manifest, paths, read }: Archive, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const files = paths.filter((name) => name.startsWith('files/'))
  const bytes = files.reduce((sum, path) => sum + (manifest.files[path]?.bytes ?? 0), 0)
  const { bavail, bsize } = await statfs(folder)
  if (bytes > bavail * bsize)
    throw new Error(`The archive's files take ${mega(bytes)} MB, and there are ${mega(bavail * bsize)} MB free beside ${folder}.`)
  for (const path of files) {
    const place = join(folder, path.slice('files/'.length))
    await mkdir(dirname(place), { recursive: true })
    await pipeline(await read(path), createWriteStream(place))
  }
}
const mega = (bytes: number) => formatNumber(Math.ceil(bytes / 1e6))

async function fillRows(trx: SiteDatabase, rows: Rows, { engine, site, tables }: ImportTarget, report: ImportReport): Promise<void> {
  await deleteAllRows(trx, tables)
  await insertAll(trx, rows, tables, report)
  report.held = await holdJobs({ db: trx })
  await importSettings(trx)
  await resetIds(trx, engine.name, site, numbered(tables))
}

/** Files that are rows come and go with the others. */
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

/** The files change places last, and back again if the database then refuses. */
async function fillWithFolder(db: SiteDatabase, rows: Rows, target: ImportTarget, unpacked: string, report: ImportReport): Promise<void> {
  const { folder } = target
  const before = backupFolderOf(folder)
  let isMoved = false
  await markImportStarted(db)
  try {
    await db.transaction().execute(async (trx) => {
      await fillRows(trx, rows, target, report)
      // A site that has no files yet has no folder. Whatever else keeps it where it is, nothing of it may go.
      await rename(folder, before).catch((fault: NodeJS.ErrnoException) => {
        if (fault.code !== 'ENOENT') throw fault
      })
      isMoved = true
      await rename(unpacked, folder)
    })
  } catch (fault) {
    if (isMoved && !existsSync(before)) await rm(folder, { recursive: true, force: true })
    // With the database gone, the next start does it.
    await finishInterruptedImport(db, folder)
      .then(() => markImportFinished(db))
      .catch(() => undefined)
    throw fault
  }
  await rm(before, { recursive: true, force: true })
}
