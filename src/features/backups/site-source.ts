/** Defines sources for backups, restores and moves (an installation or a backup file), and reads an installation from a snapshot. */
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

/** The start of a table, with the last id that it has generated, or a row of the table. */
export type SiteRecord = { table: string; lastId: number | undefined } | { row: AnyRow }

export interface SourceFile {
  /** Path such as `uploads/3f9a-2400x1350/400.webp`. */
  path: string
  bytes: number
  content(): AsyncIterable<Uint8Array>
}

export interface SiteSource {
  name: string
  migration: string
  /** Yields all rows; referenced tables come first. Must be read before the files. */
  records(): AsyncIterable<SiteRecord>
  /** Yields all files; each must be read before the next one is requested. */
  files(): AsyncIterable<SourceFile>
  /** Checksums, if they are known in advance, as in a backup file. */
  sums?: SiteChecksums
  close(): Promise<void>
}

export interface InstallationSource {
  engine: EngineName
  /** Names of the sites, the main site first. */
  names: readonly string[]
  /** Names of tenant sites without a database, which were just deleted, or lost. */
  missing: readonly string[]
  open(name: string): Promise<SiteSource>
}

/** Folder of the files that are read; files in other folders (share cards) are regenerated. */
const FILES_FOLDER = 'uploads'
/** Tables whose rows are read as files. */
const FILE_TABLES = new Set(['files', 'file_chunks'])

/** Thrown if a site was deleted after the sites were listed. The backup can be retried. */
export class SiteGoneError extends Error {}

/**
 * Opens an installation as a source.
 * @param order.tables all known tables; referenced tables come first
 * @param order.derived tables that are left out, as they can be regenerated from others
 * @param filesFolderOf folder of a site's files, with SQLite
 * @throws Error if there is no main site
 */
export async function readInstallation(
  reader: InstallationReader,
  tableOptions: { tables: readonly string[]; derived: ReadonlySet<string> },
  filesFolderOf: (site: string) => string,
): Promise<InstallationSource & { close(): Promise<void> }> {
  const main = await reader.openSite('main')
  if (!main) throw new Error('There is no main site, so there is nothing to back up.')
  // The launches are read from the snapshot of the main site. It is closed early, as an open snapshot blocks WAL checkpoints.
  let mainSnapshot: DatabaseSnapshot | undefined = main
  const launches = await main.db.selectFrom('launches').select(['id', 'state']).orderBy('id').execute()
  const existing = new Set(await reader.listSites())
  // Sites that are being created are left out.
  const launched = launches.filter(({ state }) => state !== 'creating').map(({ id }) => `copy_${id}`)
  return {
    engine: reader.engine,
    missing: launched.filter((name) => !existing.has(name)),
    names: ['main', ...launched.filter((name) => existing.has(name))],
    close: async () => mainSnapshot?.close(),
    async open(name) {
      const openedSite = (name === 'main' ? mainSnapshot : undefined) ?? (await reader.openSite(name))
      if (name === 'main') mainSnapshot = undefined
      if (!openedSite) throw new SiteGoneError(`The copy ${name} was deleted meanwhile.`)
      const { db } = openedSite
      return {
        name,
        migration: await migrationLevel(db),
        records: () => listRecords(db, name, tableOptions),
        files: () => (reader.engine === 'postgres' ? listStoredFiles(db) : listFolderFiles(filesFolderOf(name))),
        close: () => openedSite.close(),
      }
    },
  }
}

async function* listRecords(
  db: SiteDatabase,
  site: string,
  { tables, derived }: { tables: readonly string[]; derived: ReadonlySet<string> },
): AsyncGenerator<SiteRecord> {
  const existing = new Set(await listSiteTables(db, site))
  for (const table of existing)
    if (!tables.includes(table)) throw new Error(`The site ${site} has a table ${table} that this version does not have. Update first.`)
  for (const table of tables.filter((name) => existing.has(name) && !FILE_TABLES.has(name) && !derived.has(name))) {
    yield { table, lastId: await findLastId(db, site, table) }
    for await (const row of streamTable(db, table)) yield { row }
  }
}

async function* listStoredFiles(db: SiteDatabase): AsyncGenerator<SourceFile> {
  // Sites at an earlier schema level have no such tables.
  if (!(await hasFileTables(db))) return
  for await (const { folder, name, bytes } of listFiles(db, FILES_FOLDER)) {
    const content = async function* () {
      const storedFile = await findFile(db, { folder, name })
      if (storedFile) yield* readFileChunks(db, storedFile)
    }
    yield { path: `${folder}/${name}`, bytes, content }
  }
}

const hasFileTables = async (db: SiteDatabase): Promise<boolean> => (await migrationLevel(db)) >= '0027'

async function* listFolderFiles(folder: string): AsyncGenerator<SourceFile> {
  const files = createFolderFiles(folder)
  for await (const { path, bytes } of files.list(FILES_FOLDER)) {
    const content = async function* () {
      const file = await files.find(path)
      if (file) yield* file.read() as AsyncIterable<Uint8Array>
    }
    yield { path, bytes, content }
  }
}

/** Computes the checksums of a site by reading all its rows and files. */
export async function computeSiteChecksums(source: SiteSource): Promise<SiteChecksums> {
  const builder = new SiteChecksumBuilder(source.migration)
  let table = ''
  for await (const record of source.records()) {
    if ('table' in record) builder.addTable((table = record.table))
    else builder.addRow(table, record.row)
  }
  for await (const { path, content } of source.files()) await readToEnd(builder.addFile(path, content()))
  return builder.sums
}
