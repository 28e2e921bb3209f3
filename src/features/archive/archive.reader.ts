/** Reads archives, which are untrusted input: manifest, paths and checksums are validated before any content is used. */
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import type { ArchiveTables } from './archive-tables.ts'
import { ARCHIVE_FORMAT, Manifest, MANIFEST_FILE, ARCHIVE_VERSION } from './archive.format.ts'

const MAX_MANIFEST_BYTES = 32_000_000
const MAX_ARCHIVE_BYTES = 50_000_000_000
const ENTRY_PATH = /^(content|data|files)\/[\w.-]+(\/[\w.-]+)*$/

export interface Archive {
  manifest: Manifest
  paths: string[]
  read(path: string): Promise<Readable>
  close(): void
}

/**
 * Opens and validates an archive.
 * @param maxBytes limit of the unpacked size
 * @throws Error with a message for the operator if the file is invalid
 */
export async function openArchive(file: string, tables: ArchiveTables, maxBytes = MAX_ARCHIVE_BYTES): Promise<Archive> {
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new ArchiveError(`There is no file ${file}.`)
  const zip = await openPromise(file, { autoClose: false }).catch(() => {
    throw new ArchiveError(`${file} is not a ZIP file, or it is incomplete.`)
  })
  try {
    const entries = await listEntries(zip, maxBytes).catch((error: Error) => {
      throw error instanceof ArchiveError ? error : new ArchiveError(`${file} is not a valid ZIP file: ${error.message}.`)
    })
    const readEntry = (path: string) => zip.openReadStreamPromise(entries.get(path) as Entry)
    const manifest = await readManifest(entries, readEntry)
    const listedPaths = Object.keys(manifest.files)
    for (const path of listedPaths) if (!entries.has(path)) throw new ArchiveError(`The archive does not contain ${path}.`)
    for (const path of entries.keys())
      if (path !== MANIFEST_FILE && !(path in manifest.files))
        throw new ArchiveError(`The archive contains ${path}, which is not in its manifest.`)
    assertKnownTables(manifest, tables)
    for (const path of listedPaths) await verifyEntry(path, manifest, entries, readEntry)
    return { manifest, paths: listedPaths, read: readEntry, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

class ArchiveError extends Error {}

/** @throws ArchiveError if the archive has unknown tables, whose rows would be lost, or lacks settings, users or a table of the manifest */
function assertKnownTables({ files, counts }: Manifest, { archived }: ArchiveTables): void {
  const knownPaths = new Set<string>([...archived.keys()].map((table) => `data/${table}.jsonl`))
  for (const path of Object.keys(files))
    if (path.startsWith('data/') && !knownPaths.has(path))
      throw new ArchiveError(`The archive contains ${path}, which is not a table of this version.`)
  for (const table of new Set(['settings', 'users', ...Object.keys(counts)]))
    if (!(`data/${table}.jsonl` in files)) throw new ArchiveError(`The archive does not contain data/${table}.jsonl.`)
}

async function listEntries(zip: ZipFile, maxBytes: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileName
    if (path !== MANIFEST_FILE && (!ENTRY_PATH.test(path) || path.split('/').some((part) => /^\.+$/.test(part))))
      throw new ArchiveError(`The archive contains a file whose name is not allowed: ${path}`)
    if (entries.has(path)) throw new ArchiveError(`The archive contains ${path} twice.`)
    bytes += entry.uncompressedSize
    if (bytes > maxBytes) throw new ArchiveError('The archive is too large when decompressed.')
    entries.set(path, entry)
  }
  return entries
}

async function readManifest(entries: Map<string, Entry>, readEntry: Archive['read']): Promise<Manifest> {
  const size = entries.get(MANIFEST_FILE)?.uncompressedSize
  if (size === undefined || size > MAX_MANIFEST_BYTES)
    throw new ArchiveError('This is not the archive of a site: archive.json is missing or too large.')
  const parts: Buffer[] = []
  for await (const part of await readEntry(MANIFEST_FILE)) parts.push(part as Buffer)
  let value: unknown
  try {
    value = JSON.parse(Buffer.concat(parts).toString())
  } catch {
    throw new ArchiveError('archive.json is damaged.')
  }
  const parsed = Manifest.safeParse(value)
  if (!parsed.success) throw new ArchiveError(`archive.json is not the manifest of a ${ARCHIVE_FORMAT} archive.`)
  if (parsed.data.version !== ARCHIVE_VERSION)
    throw new ArchiveError(`The archive has format version ${parsed.data.version}; this program reads ${ARCHIVE_VERSION}.`)
  return parsed.data
}

async function verifyEntry(path: string, { files }: Manifest, entries: Map<string, Entry>, readEntry: Archive['read']): Promise<void> {
  const expected = files[path]
  const damagedError = new ArchiveError(`${path} is damaged: its checksum differs from the archive's manifest.`)
  if (!expected || entries.get(path)?.uncompressedSize !== expected.bytes) throw damagedError
  const hash = createHash('sha256')
  try {
    for await (const part of await readEntry(path)) hash.update(part as Buffer)
  } catch {
    throw damagedError
  }
  if (hash.digest('hex') !== expected.sha256) throw damagedError
}
