/** Brings an archive up as a site: all of it, or nothing. */
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Engine } from '#db/engine.ts'
import { loadMigrations, openSite, resetIds } from '#db/open-site.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { TABLE_NAMES, TABLES, type ArchivedTable, type Manifest, type Row } from './archive.format.ts'
import { clear, insertRow, isFilled, rowsOf } from './archive.queries.ts'
import { openArchive, type Archive } from './archive.reader.ts'
import { rowsIn } from './archive.rows.ts'
import { beforeOf, forgetImport, noteImport, settleFiles } from './import-files.service.ts'
import { settleSettings } from './archive.settings.ts'

export interface Target {
  engine: Engine
  /** The name of the site's database. */
  site: string
  /** Where its files lie. */
  folder: string
  /** Whether what is there may be overwritten. */
  replace: boolean
  largest?: number | undefined
}
type Rows = (table: ArchivedTable) => AsyncIterable<{ row: Row; line?: number }>

const NUMBERED = TABLE_NAMES.filter((table) => TABLES[table][0] === 'id')

/** @throws Error with a sentence for the operator; the target is as it was then */
export async function importArchive(file: string, target: Target): Promise<Manifest> {
  const { engine, site, folder, replace } = target
  const archive = await openArchive(file, target.largest)
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
    await settleFiles(db, folder)
    if (!replace && (await isFilled(db)))
      throw new Error('There is a site already. To overwrite it with the archive, say --replace; what it holds now will be gone.')
    await rm(unpacked, { recursive: true, force: true })
    await unpack(archive, unpacked)
    old = migration === levels.at(-1) ? undefined : await bringUpToDate(archive, engine, stagingOf(site))
    await fill(db, old ? rowsOfSite(old) : rowsOfArchive(archive), target, unpacked)
    isDone = true
    return archive.manifest
  } finally {
    archive.close()
    await old?.destroy()
    await engine.drop(stagingOf(site))
    await db?.destroy()
    if (!isDone && isNew) await engine.drop(site)
    await rm(unpacked, { recursive: true, force: true })
  }
}

const stagingOf = (site: string) => `${site}_importing`

/** Rows of an earlier version go through the migrations they have missed, in a database of their own. */
async function bringUpToDate(archive: Archive, engine: Engine, staging: string): Promise<SiteDatabase> {
  const all = await loadMigrations()
  const had = all.filter(([name]) => name <= archive.manifest.migration)
  await engine.drop(staging)
  const then = await openSite(engine, staging, had)
  try {
    await then.transaction().execute((trx) => insertAll(trx, rowsOfArchive(archive)))
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

const rowsOfSite = (db: SiteDatabase): Rows =>
  async function* (table) {
    for await (const row of rowsOf(db, table)) yield { row }
  }

async function insertAll(db: SiteDatabase, rows: Rows): Promise<void> {
  for (const table of TABLE_NAMES)
    for await (const { row, line } of rows(table)) {
      try {
        await insertRow(db, table, row)
      } catch (fault) {
        const place = line === undefined ? table : `data/${table}.jsonl, line ${line}`
        throw new Error(`${place}: the database does not take this row (${(fault as Error).message}).`, { cause: fault })
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
const mega = (bytes: number) => Math.ceil(bytes / 1e6).toLocaleString('en-GB')

/** The files change places last, and back again if the database then refuses. */
async function fill(db: SiteDatabase, rows: Rows, { engine, site, folder }: Target, unpacked: string): Promise<void> {
  const before = beforeOf(folder)
  let isMoved = false
  await noteImport(db)
  try {
    await db.transaction().execute(async (trx) => {
      await clear(trx)
      await insertAll(trx, rows)
      await settleSettings(trx)
      await resetIds(trx, engine.name, site, NUMBERED)
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
    await settleFiles(db, folder)
      .then(() => forgetImport(db))
      .catch(() => undefined)
    throw fault
  }
  await rm(before, { recursive: true, force: true })
}
