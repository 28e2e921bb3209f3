/**
 * Brings sites to an installation. Each is made under another name, compared with where it came from, and noted as done in the same
 * transaction; when all of them are there they take their names, the main site last. Whoever is cut off begins again and goes on.
 */
import { createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { forAnyTable, type AnyRow } from '#db/any-table.ts'
import type { Engine } from '#db/engine.ts'
import { loadMigrations, openSite } from '#db/open-site.ts'
import { liftTimeouts, createRowConverter, setLastId, streamTable, type ConvertRow } from '#db/whole-sites/site-rows.ts'
import { findFile, insertFile, readFileChunks } from '#db/files/stored-files.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { removeStoredToken, replaceStoredToken } from '#features/accounts/passwords/token.service.ts'
import { holdJobs } from '#features/job-queue/held-jobs.service.ts'
import { filePlaceOf } from '#platform/files/database-files.ts'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import { toError } from '#platform/client/to-error.client.ts'
import type { SiteChecksums } from './backup.format.ts'
import { digestOf, readToEnd, SiteChecksumBuilder } from './site-checksums.ts'
import { computeSiteChecksums, type InstallationSource, type SiteSource } from './site-source.ts'

export interface SiteTarget {
  engine: Engine
  /** Where the files of a site lie with the embedded database. */
  filesFolderOf(site: string): string
  /** Called with what of a site would go out and is held, by kind of job. */
  onHeld?(site: string, jobs: Record<string, number>): void
}

/** What is brought, and is not served yet. */
const stagedSiteName = (site: string): string => `restore_${site}`
export const STAGED_MAIN = stagedSiteName('main')
/** In a table that is emptied by an import and tells nobody anything. */
const NOTE_PURPOSE = 'restore'
const FOR_EVER = '9999-12-31T23:59:59.999Z'
/** The first level at which a site can hold its files as rows. */
const FILES_AS_ROWS = '0027'
const MAX_VALUES = 10_000
const MAX_ROWS = 200

const isSiteOfInstallation = (name: string): boolean => /^(main|copy_\d+)$/.test(name)

/** Told of each site when it is there: what it holds, and whether an earlier attempt had brought it. */
export type OnSiteBrought = (name: string, sums: SiteChecksums | undefined, wasThere: boolean) => void

/**
 * @param refusal what is said when there is an installation already; undefined: it goes
 * @throws Error with a sentence; what was there is as it was, until all sites have been brought
 */
export async function importInstallation(
  target: SiteTarget,
  source: InstallationSource,
  refusal: string | undefined,
  onSite: OnSiteBrought,
): Promise<void> {
  const { engine } = target
  if (refusal !== undefined && (await hasOthers(target, source))) throw new Error(`There is an installation already. ${refusal}`)
  for (const name of await engine.listSites())
    if (name.startsWith('restore_') && !source.names.some((one) => stagedSiteName(one) === name)) await engine.drop(name)
  for (const name of source.names) {
    const site = await source.open(name)
    try {
      if (await isBrought(engine, site)) onSite(name, site.sums, true)
      else onSite(name, await stageSite(target, site), false)
    } finally {
      await site.close()
    }
  }
  // The main site knows the others, so it is the last that changes.
  for (const name of source.names.toReversed()) await putInPlace(target, name)
  for (const name of await engine.listSites())
    if (isSiteOfInstallation(name) && !source.names.includes(name)) await removeSite(target, name)
  for (const name of source.names.toReversed()) await withSite(engine, name, removeNote)
}

/** An installation that this very source was about to bring is no other. */
async function hasOthers({ engine }: SiteTarget, source: InstallationSource): Promise<boolean> {
  for (const name of (await engine.listSites()).filter(isSiteOfInstallation)) {
    const site = source.names.includes(name) ? await source.open(name) : undefined
    const isOurs = site !== undefined && (await hasNote(engine, name, site))
    await site?.close()
    if (!isOurs) return true
  }
  return false
}

/** Under either of its names. */
async function isBrought(engine: Engine, site: SiteSource): Promise<boolean> {
  const there = await engine.listSites()
  const name = [stagedSiteName(site.name), site.name].find((one) => there.includes(one))
  return name !== undefined && hasNote(engine, name, site)
}

async function hasNote(engine: Engine, database: string, site: SiteSource): Promise<boolean> {
  // One that was cut off at its very beginning has no such table yet.
  const note = await withSite(engine, database, (db) => findNote(db).catch(() => undefined))
  return note !== undefined && note === digestOf(site.sums ?? (await computeSiteChecksums(site)))
}

/** @returns the digest of what was brought */
async function findNote(db: SiteDatabase): Promise<string | undefined> {
  const note = await db.selectFrom('one_time_tokens').select('token_hash').where('purpose', '=', NOTE_PURPOSE).executeTakeFirst()
  return note?.token_hash
}

async function removeNote(db: SiteDatabase): Promise<void> {
  const note = await findNote(db)
  if (note !== undefined) await removeStoredToken({ db }, note)
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
  const staging = stagedSiteName(site.name)
  const all = await loadMigrations()
  if (!all.some(([level]) => level === site.migration))
    throw new Error(`This was made by a newer version (${site.migration}); this one is at ${all.at(-1)?.[0]}. Update first.`)
  await engine.drop(staging)
  const folder = target.filesFolderOf(staging)
  await rm(folder, { recursive: true, force: true })
  const asRows = engine.name === 'postgres' && site.migration >= FILES_AS_ROWS
  // It says, when the sites take their names, that the files have not done so yet.
  if (!asRows) await mkdir(folder, { recursive: true })
  const db = await openSite(
    engine,
    staging,
    all.filter(([level]) => level <= site.migration),
  )
  try {
    return await db.transaction().execute(async (trx) => {
      await liftTimeouts(trx)
      const brought = new SiteChecksumBuilder(site.migration)
      const expected = new SiteChecksumBuilder(site.migration)
      await bringRows(trx, staging, site, brought, expected)
      for await (const file of site.files()) {
        const content = brought.addFile(file.path, file.content())
        if (asRows) await insertFile(trx, { ...filePlaceOf(file.path), bytes: file.bytes, createdAt: new Date().toISOString() }, content)
        else await writeFileIn(folder, file.path, content)
        await readToEnd(expected.addFile(file.path, readBack(asRows ? trx : folder, file.path)))
      }
      const { sums } = brought
      if (site.sums && digestOf(site.sums) !== digestOf(sums)) throw new Error(`${site.name} is not what the list of the backup says.`)
      await compare(trx, site, expected.sums, sums)
      await replaceStoredToken({ db: trx }, NOTE_PURPOSE, digestOf(sums), FOR_EVER)
      // Compared first: holding changes the rows. Older backups have no queue.
      if ('queued_jobs' in sums.tables) onHeld(site.name, await holdJobs({ db: trx }))
      return sums
    })
  } finally {
    await db.destroy()
  }
}

/** @param brought sums what comes, `expected` what should lie in the database then */
async function bringRows(
  trx: SiteDatabase,
  staging: string,
  site: SiteSource,
  brought: SiteChecksumBuilder,
  expected: SiteChecksumBuilder,
): Promise<void> {
  let table = ''
  let fit: ConvertRow = (row) => row
  let waiting: AnyRow[] = []
  const lastIds: [string, number][] = []
  const flush = async () => {
    if (waiting.length > 0) await insertRows(trx, table, waiting)
    waiting = []
  }
  for await (const record of site.records()) {
    if ('table' in record) {
      await flush()
      table = record.table
      fit = await createRowConverter(trx, staging, table)
      for (const summer of [brought, expected]) summer.addTable(table)
      if (record.lastId !== undefined) lastIds.push([table, record.lastId])
      continue
    }
    const row = fit(record.row)
    brought.addRow(table, record.row)
    expected.addRow(table, row)
    waiting.push(row)
    if (waiting.length >= MAX_ROWS || waiting.length * Object.keys(row).length >= MAX_VALUES) await flush()
  }
  await flush()
  for (const [numbered, id] of lastIds) await setLastId(trx, staging, numbered, id)
}

async function insertRows(trx: SiteDatabase, table: string, rows: readonly AnyRow[]): Promise<void> {
  try {
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- restores the rows of every feature
    await forAnyTable(trx).insertInto(table).values(rows).execute()
  } catch (fault) {
    throw Object.assign(new Error(`${table}: the database does not take these rows (${toError(fault).message}).`, { cause: fault }), {
      code: fault instanceof Error && 'code' in fault ? fault.code : undefined,
      errcode: fault instanceof Error && 'errcode' in fault ? fault.errcode : undefined,
    })
  }
}

async function writeFileIn(folder: string, path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const place = join(folder, path)
  await mkdir(dirname(place), { recursive: true })
  await pipeline(content, createWriteStream(place, { flush: true }))
}

async function* readBack(from: SiteDatabase | string, path: string): AsyncGenerator<Uint8Array> {
  if (typeof from === 'string') {
    const file = await createFolderFiles(from).find(path)
    if (file) yield* file.read() as AsyncIterable<Uint8Array>
  } else {
    const found = await findFile(from, filePlaceOf(path))
    if (found) yield* readFileChunks(from, found)
  }
}

/** Counts and sums of what lies there now, read anew. */
async function compare(trx: SiteDatabase, site: SiteSource, expected: SiteChecksums, { files }: SiteChecksums): Promise<void> {
  const there = new SiteChecksumBuilder(site.migration)
  for (const table of Object.keys(expected.tables)) {
    there.addTable(table)
    for await (const row of streamTable(trx, table)) there.addRow(table, row)
    const [told, found] = [expected.tables[table], there.sums.tables[table]]
    if (told?.rows !== found?.rows || told?.sum !== found?.sum)
      throw new Error(`${site.name}: ${table} has ${told?.rows} rows where it came from and ${found?.rows} here, or they differ.`)
  }
  if (files.sum !== expected.files.sum) throw new Error(`${site.name}: its files are not what they were where they came from.`)
}

/** First its files, then its database: while that has the other name, nothing of it is served. */
async function putInPlace(target: SiteTarget, name: string): Promise<void> {
  const { engine } = target
  const staging = stagedSiteName(name)
  if (!(await engine.listSites()).includes(staging)) return
  const [from, to] = [target.filesFolderOf(staging), target.filesFolderOf(name)]
  if (existsSync(from) && engine.name === 'sqlite') {
    await rm(to, { recursive: true, force: true })
    await rename(from, to)
  } else if (existsSync(from)) {
    // The start moves them into the database. In that folder may lie the files of an embedded installation, which stay.
    await cp(from, to, { recursive: true, force: false })
    await rm(from, { recursive: true })
  }
  await engine.drop(name)
  await engine.rename(staging, name)
}

async function removeSite({ engine, filesFolderOf }: SiteTarget, name: string): Promise<void> {
  await engine.drop(name)
  if (engine.name === 'sqlite') await rm(filesFolderOf(name), { recursive: true, force: true })
}
