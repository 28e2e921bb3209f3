/**
 * Imports sites into an installation. Each site is staged under another name, verified against its source, and marked as complete in the
 * same transaction; when all are staged they are renamed, the main site last. An interrupted import can be run again and continues.
 */
import { createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { forAnyTable, type AnyRow } from '#db/any-table.ts'
import type { Engine } from '#db/engine.ts'
import { loadMigrations, openSite } from '#db/open-site.ts'
import { disableTimeouts, createRowConverter, setLastId, streamTable, type ConvertRow } from '#db/whole-sites/site-rows.ts'
import { findFile, insertFile, readFileChunks } from '#db/files/stored-files.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { removeStoredToken, replaceStoredToken } from '#features/accounts/passwords/token.service.ts'
import { holdJobs } from '#features/job-queue/held-jobs.service.ts'
import { splitFilePath } from '#platform/files/database-files.ts'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import { toError } from '#platform/client/to-error.client.ts'
import type { SiteChecksums } from './backup.format.ts'
import { computeDigest, readToEnd, SiteChecksumBuilder } from './site-checksums.ts'
import { computeSiteChecksums, type InstallationSource, type SiteSource } from './site-source.ts'

export interface SiteTarget {
  engine: Engine
  /** Folder of a site's files, with SQLite. */
  filesFolderOf(site: string): string
  /** Called with the number of queued jobs of a site that are held instead of being run, by kind. */
  onHeld?(site: string, jobs: Record<string, number>): void
}

/** Returns the database name of a site that is staged, and not served yet. */
const getStagedSiteName = (site: string): string => `restore_${site}`
export const STAGED_MAIN = getStagedSiteName('main')
/** Purpose of the marker in `one_time_tokens`: a row with the digest of a completely staged site. */
const MARKER_PURPOSE = 'restore'
const NEVER_EXPIRES = '9999-12-31T23:59:59.999Z'
/** First schema level with tables for files. */
const FILES_AS_ROWS = '0027'
const MAX_VALUES_PER_INSERT = 10_000
const MAX_ROWS_PER_INSERT = 200

const isSiteOfInstallation = (name: string): boolean => /^(main|copy_\d+)$/.test(name)

/** Called after each staged site. @param isFromEarlierAttempt whether an earlier attempt had staged it */
export type OnSiteImported = (name: string, sums: SiteChecksums | undefined, isFromEarlierAttempt: boolean) => void

/**
 * Imports all sites of a source.
 * @param refusal error message if there is an installation already; undefined: the installation is replaced
 * @throws Error with a message for the operator; the installation is unchanged until all sites are staged
 */
export async function importInstallation(
  target: SiteTarget,
  source: InstallationSource,
  refusal: string | undefined,
  onSite: OnSiteImported,
): Promise<void> {
  const { engine } = target
  if (refusal !== undefined && (await hasOtherSites(target, source))) throw new Error(`There already is an installation. ${refusal}`)
  for (const name of await engine.listSites())
    if (name.startsWith('restore_') && !source.names.some((siteName) => getStagedSiteName(siteName) === name)) await engine.drop(name)
  for (const name of source.names) {
    const site = await source.open(name)
    try {
      if (await isImported(engine, site)) onSite(name, site.sums, true)
      else onSite(name, await stageSite(target, site), false)
    } finally {
      await site.close()
    }
  }
  // The main site lists the others, so it is replaced last.
  for (const name of source.names.toReversed()) await putInPlace(target, name)
  for (const name of await engine.listSites())
    if (isSiteOfInstallation(name) && !source.names.includes(name)) await removeSite(target, name)
  for (const name of source.names.toReversed()) await withSite(engine, name, removeMarker)
}

/** Returns whether there are sites other than those that an interrupted import of this source has put in place. */
async function hasOtherSites({ engine }: SiteTarget, source: InstallationSource): Promise<boolean> {
  for (const name of (await engine.listSites()).filter(isSiteOfInstallation)) {
    const site = source.names.includes(name) ? await source.open(name) : undefined
    const isFromThisSource = site !== undefined && (await hasMarker(engine, name, site))
    await site?.close()
    if (!isFromThisSource) return true
  }
  return false
}

/** Returns whether an earlier attempt has imported the site, under its staged or its final name. */
async function isImported(engine: Engine, site: SiteSource): Promise<boolean> {
  const existing = await engine.listSites()
  const name = [getStagedSiteName(site.name), site.name].find((database) => existing.includes(database))
  return name !== undefined && hasMarker(engine, name, site)
}

async function hasMarker(engine: Engine, database: string, site: SiteSource): Promise<boolean> {
  // The table does not exist if the import was interrupted before the migrations.
  const digest = await withSite(engine, database, (db) => findMarker(db).catch(() => undefined))
  return digest !== undefined && digest === computeDigest(site.sums ?? (await computeSiteChecksums(site)))
}

/** Finds the marker of a staged site. @returns the digest of the site; undefined without a marker */
async function findMarker(db: SiteDatabase): Promise<string | undefined> {
  const marker = await db.selectFrom('one_time_tokens').select('token_hash').where('purpose', '=', MARKER_PURPOSE).executeTakeFirst()
  return marker?.token_hash
}

async function removeMarker(db: SiteDatabase): Promise<void> {
  const digest = await findMarker(db)
  if (digest !== undefined) await removeStoredToken({ db }, digest)
}

async function withSite<T>(engine: Engine, name: string, work: (db: SiteDatabase) => Promise<T>): Promise<T> {
  const db = await engine.connect(name)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

async function stageSite({ onHeld = () => {}, ...target }: SiteTarget, site: SiteSource): Promise<SiteChecksums> {
  const { engine } = target
  const staging = getStagedSiteName(site.name)
  const allMigrations = await loadMigrations()
  if (!allMigrations.some(([level]) => level === site.migration))
    throw new Error(`This was created by a newer version (${site.migration}); this one is at ${allMigrations.at(-1)?.[0]}. Update first.`)
  await engine.drop(staging)
  const folder = target.filesFolderOf(staging)
  await rm(folder, { recursive: true, force: true })
  const storesFilesAsRows = engine.name === 'postgres' && site.migration >= FILES_AS_ROWS
  // The folder also indicates that the files must be moved when the site is renamed.
  if (!storesFilesAsRows) await mkdir(folder, { recursive: true })
  const db = await openSite(
    engine,
    staging,
    allMigrations.filter(([level]) => level <= site.migration),
  )
  try {
    return await db.transaction().execute(async (trx) => {
      await disableTimeouts(trx)
      const received = new SiteChecksumBuilder(site.migration)
      const expected = new SiteChecksumBuilder(site.migration)
      await importRows(trx, staging, site, received, expected)
      for await (const file of site.files()) {
        const content = received.addFile(file.path, file.content())
        if (storesFilesAsRows)
          await insertFile(trx, { ...splitFilePath(file.path), bytes: file.bytes, createdAt: new Date().toISOString() }, content)
        else await writeFileIn(folder, file.path, content)
        await readToEnd(expected.addFile(file.path, readBack(storesFilesAsRows ? trx : folder, file.path)))
      }
      const { sums } = received
      if (site.sums && computeDigest(site.sums) !== computeDigest(sums))
        throw new Error(`${site.name} differs from the manifest of the backup.`)
      await assertSameContent(trx, site, expected.sums, sums)
      await replaceStoredToken({ db: trx }, MARKER_PURPOSE, computeDigest(sums), NEVER_EXPIRES)
      // Jobs are held after the comparison, because that changes rows. Older backups have no job queue.
      if ('queued_jobs' in sums.tables) onHeld(site.name, await holdJobs({ db: trx }))
      return sums
    })
  } finally {
    await db.destroy()
  }
}

/**
 * Inserts the rows of a site.
 * @param received collects checksums of the source rows
 * @param expected collects checksums of the rows as this engine returns them
 */
async function importRows(
  trx: SiteDatabase,
  staging: string,
  site: SiteSource,
  received: SiteChecksumBuilder,
  expected: SiteChecksumBuilder,
): Promise<void> {
  let table = ''
  let convertRow: ConvertRow = (row) => row
  let pendingRows: AnyRow[] = []
  const lastIds: [string, number][] = []
  const flush = async () => {
    if (pendingRows.length > 0) await insertRows(trx, table, pendingRows)
    pendingRows = []
  }
  for await (const record of site.records()) {
    if ('table' in record) {
      await flush()
      table = record.table
      convertRow = await createRowConverter(trx, staging, table)
      for (const builder of [received, expected]) builder.addTable(table)
      if (record.lastId !== undefined) lastIds.push([table, record.lastId])
      continue
    }
    const row = convertRow(record.row)
    received.addRow(table, record.row)
    expected.addRow(table, row)
    pendingRows.push(row)
    if (pendingRows.length >= MAX_ROWS_PER_INSERT || pendingRows.length * Object.keys(row).length >= MAX_VALUES_PER_INSERT) await flush()
  }
  await flush()
  for (const [tableWithIds, id] of lastIds) await setLastId(trx, staging, tableWithIds, id)
}

async function insertRows(trx: SiteDatabase, table: string, rows: readonly AnyRow[]): Promise<void> {
  try {
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- restores the rows of every feature
    await forAnyTable(trx).insertInto(table).values(rows).execute()
  } catch (error) {
    throw Object.assign(new Error(`${table}: the database rejects these rows (${toError(error).message}).`, { cause: error }), {
      code: error instanceof Error && 'code' in error ? error.code : undefined,
      errcode: error instanceof Error && 'errcode' in error ? error.errcode : undefined,
    })
  }
}

async function writeFileIn(folder: string, path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const filePath = join(folder, path)
  await mkdir(dirname(filePath), { recursive: true })
  await pipeline(content, createWriteStream(filePath, { flush: true }))
}

async function* readBack(storage: SiteDatabase | string, path: string): AsyncGenerator<Uint8Array> {
  if (typeof storage === 'string') {
    const file = await createFolderFiles(storage).find(path)
    if (file) yield* file.read() as AsyncIterable<Uint8Array>
  } else {
    const storedFile = await findFile(storage, splitFilePath(path))
    if (storedFile) yield* readFileChunks(storage, storedFile)
  }
}

/** Reads the rows back and compares their checksums, and those of the files. @throws Error if they differ */
async function assertSameContent(trx: SiteDatabase, site: SiteSource, expected: SiteChecksums, { files }: SiteChecksums): Promise<void> {
  const actual = new SiteChecksumBuilder(site.migration)
  for (const table of Object.keys(expected.tables)) {
    actual.addTable(table)
    for await (const row of streamTable(trx, table)) actual.addRow(table, row)
    const [expectedTable, actualTable] = [expected.tables[table], actual.sums.tables[table]]
    if (expectedTable?.rows !== actualTable?.rows || expectedTable?.sum !== actualTable?.sum)
      throw new Error(
        `${site.name}: ${table} has ${expectedTable?.rows} rows in the source and ${actualTable?.rows} here, or their contents differ.`,
      )
  }
  if (files.sum !== expected.files.sum) throw new Error(`${site.name}: its files differ from those of the source.`)
}

/** Renames the files first and the database last: the site is not served before that. */
async function putInPlace(target: SiteTarget, name: string): Promise<void> {
  const { engine } = target
  const staging = getStagedSiteName(name)
  if (!(await engine.listSites()).includes(staging)) return
  const [stagedFolder, finalFolder] = [target.filesFolderOf(staging), target.filesFolderOf(name)]
  if (existsSync(stagedFolder) && engine.name === 'sqlite') {
    await rm(finalFolder, { recursive: true, force: true })
    await rename(stagedFolder, finalFolder)
  } else if (existsSync(stagedFolder)) {
    // The next start moves them into the database. The folder may also hold files of a SQLite installation, which stay.
    await cp(stagedFolder, finalFolder, { recursive: true, force: false })
    await rm(stagedFolder, { recursive: true })
  }
  await engine.drop(name)
  await engine.rename(staging, name)
}

async function removeSite({ engine, filesFolderOf }: SiteTarget, name: string): Promise<void> {
  await engine.drop(name)
  if (engine.name === 'sqlite') await rm(filesFolderOf(name), { recursive: true, force: true })
}
