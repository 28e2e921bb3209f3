/** Where the sites come from that are saved, put back or moved: an installation, as it is at this moment, or a backup. */
import type { EngineName } from '#db/engine.ts'
import { migrationLevel, type DatabaseSnapshot } from '#db/whole-sites/snapshot.ts'
import type { AnyRow } from '#db/any-table.ts'
import type { InstallationReader } from '#db/whole-sites/installation-reader.ts'
import { findLastId, listSiteTables, streamTable } from '#db/whole-sites/site-rows.ts'
import { findFile, listFiles, readFileChunks } from '#db/files/stored-files.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import type { SiteChecksums } from './backup.format.ts'
import { readToEnd, SiteChecksumBuilder } from './site-checksums.ts'

/** A table begins, with the last id that it has given; or one more of its rows. */
export type SiteRecord = { table: string; lastId: number | undefined } | { row: AnyRow }

export interface SourceFile {
  /** As `uploads/3f9a-2400x1350/400.webp`. */
  path: string
  bytes: number
  content(): AsyncIterable<Uint8Array>
}

export interface SiteSource {
  name: string
  migration: string
  /** Tables in the order in which they can be filled. Before the files. */
  records(): AsyncIterable<SiteRecord>
  /** Each is to be read before the next. */
  files(): AsyncIterable<SourceFile>
  /** Known when they have been counted before. */
  sums?: SiteChecksums
  close(): Promise<void>
}

export interface InstallationSource {
  engine: EngineName
  /** The main site first. */
  names: readonly string[]
  /** Copies that the main site knows and that have no database: deleted a moment ago, or lost. */
  missing: readonly string[]
  open(name: string): Promise<SiteSource>
}

/** What lies in a folder beside it: cards for sharing are drawn again. */
const FILES = 'uploads'
/** Its rows are the files. */
const FILE_TABLES = new Set(['files', 'file_chunks'])

/** A copy was deleted between the first look and this one. Whoever begins anew finds the rest. */
export class SiteGoneError extends Error {}

/**
 * @param order of all tables that this program knows: what others point to comes first; with those that are left out, as they are made anew
 * @param filesFolderOf where the files of a site lie with the embedded database
 * @throws Error when there is no main site
 */
export async function readInstallation(
  reader: InstallationReader,
  order: { tables: readonly string[]; derived: ReadonlySet<string> },
  filesFolderOf: (site: string) => string,
): Promise<InstallationSource & { close(): Promise<void> }> {
  const main = await reader.openSite('main')
  if (!main) throw new Error('There is no main site here, so there is nothing to save.')
  // The first look at it is the one that the list of copies is of. Held any longer, it would keep what others write from being put away.
  let first: DatabaseSnapshot | undefined = main
  const launches = await main.db.selectFrom('launches').select(['id', 'state']).orderBy('id').execute()
  const there = new Set(await reader.listSites())
  // One that is being made is nobody's yet.
  const copies = launches.filter(({ state }) => state !== 'creating').map(({ id }) => `copy_${id}`)
  return {
    engine: reader.engine,
    missing: copies.filter((name) => !there.has(name)),
    names: ['main', ...copies.filter((name) => there.has(name))],
    close: async () => first?.close(),
    async open(name) {
      const opened = (name === 'main' ? first : undefined) ?? (await reader.openSite(name))
      if (name === 'main') first = undefined
      if (!opened) throw new SiteGoneError(`The copy ${name} was deleted meanwhile.`)
      const { db } = opened
      return {
        name,
        migration: await migrationLevel(db),
        records: () => listRecords(db, name, order),
        files: () => (reader.engine === 'postgres' ? listStoredFiles(db) : listFolderFiles(filesFolderOf(name))),
        close: () => opened.close(),
      }
    },
  }
}

async function* listRecords(
  db: SiteDatabase,
  site: string,
  { tables, derived }: { tables: readonly string[]; derived: ReadonlySet<string> },
): AsyncGenerator<SiteRecord> {
  const there = new Set(await listSiteTables(db, site))
  for (const table of there)
    if (!tables.includes(table)) throw new Error(`The site ${site} has a table ${table}, which this version does not know. Update first.`)
  for (const table of tables.filter((one) => there.has(one) && !FILE_TABLES.has(one) && !derived.has(one))) {
    yield { table, lastId: await findLastId(db, site, table) }
    for await (const row of streamTable(db, table)) yield { row }
  }
}

async function* listStoredFiles(db: SiteDatabase): AsyncGenerator<SourceFile> {
  // An earlier level has none.
  if (!(await hasFileTables(db))) return
  for await (const { folder, name, bytes } of listFiles(db, FILES)) {
    const content = async function* () {
      const found = await findFile(db, { folder, name })
      if (found) yield* readFileChunks(db, found)
    }
    yield { path: `${folder}/${name}`, bytes, content }
  }
}

const hasFileTables = async (db: SiteDatabase): Promise<boolean> => (await migrationLevel(db)) >= '0027'

async function* listFolderFiles(folder: string): AsyncGenerator<SourceFile> {
  const files = createFolderFiles(folder)
  for await (const { path, bytes } of files.list(FILES)) {
    const content = async function* () {
      const file = await files.find(path)
      if (file) yield* file.read() as AsyncIterable<Uint8Array>
    }
    yield { path, bytes, content }
  }
}

/** Reads all of a site. */
export async function computeSiteChecksums(source: SiteSource): Promise<SiteChecksums> {
  const summer = new SiteChecksumBuilder(source.migration)
  let table = ''
  for await (const record of source.records()) {
    if ('table' in record) summer.addTable((table = record.table))
    else summer.addRow(table, record.row)
  }
  for await (const { path, content } of source.files()) await readToEnd(summer.addFile(path, content()))
  return summer.sums
}
