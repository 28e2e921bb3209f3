/** Streams a backup to a file, site by site, with bounded memory. */
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { toError } from '#platform/client/to-error.client.ts'
import { BACKUP_FORMAT, BACKUP_VERSION, getFilesEntryPath, LIST_FILE, getRowsEntryPath, type BackupList } from './backup.format.ts'
import { SiteChecksumBuilder } from './site-checksums.ts'
import type { InstallationSource, SiteSource } from './site-source.ts'

/** Only the owner may read a backup, as it contains all accounts. */
const FILE_MODE = 0o600

export interface WrittenBackup {
  list: BackupList
  bytes: number
}

/**
 * Writes a backup to a temporary file and renames it, so that a file with the final name is always complete.
 * @throws Error with a message for the operator; also if the file exists already
 */
export async function writeBackup(source: InstallationSource, file: string): Promise<WrittenBackup> {
  if (existsSync(file)) throw new Error(`The file ${file} already exists. Choose another name for the backup.`)
  const temporaryFile = `${file}.unfinished`
  await createBackupFolder(dirname(file), `The folder ${dirname(file)}`)
  // A temporary file of an earlier attempt may have other permissions.
  await rm(temporaryFile, { force: true })
  try {
    const list = await pack(source, temporaryFile)
    await syncToDisk(temporaryFile)
    const { size } = await stat(temporaryFile)
    await rename(temporaryFile, file)
    await syncToDisk(dirname(file))
    return { list, bytes: size }
  } catch (error) {
    await rm(temporaryFile, { force: true })
    const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    if (isFull)
      throw new Error(
        `There is no storage space left for ${file}. The incomplete file was deleted. Free some space, or choose another folder.`,
        { cause: error },
      )
    throw error
  }
}

/**
 * Creates the folder of a backup with its parents if it is missing.
 * @param name name of the folder in the error message
 * @throws Error with the reason why it cannot be created
 */
export async function createBackupFolder(folder: string, name: string): Promise<void> {
  try {
    await createWithParents(folder)
  } catch (error) {
    const { code, message } = toError(error) as NodeJS.ErrnoException
    const reason =
      code === 'EEXIST' || code === 'ENOTDIR' ? 'there is a file in its place' : `it does not exist and cannot be created: ${message}`
    throw new Error(`${name} is not a writable folder: ${reason}.`, { cause: error })
  }
}

/**
 * Creates a folder with its parents. Node's recursive `mkdir` loops forever on file systems that refuse a folder with ENOENT although its
 * parent exists (/proc, automounters).
 * @throws the error of `mkdir`
 */
async function createWithParents(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    const { code } = toError(error) as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return
    if (code !== 'ENOENT' || existsSync(dirname(folder))) throw error
    await createWithParents(dirname(folder))
    await createWithParents(folder)
  }
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function pack(source: InstallationSource, temporaryFile: string): Promise<BackupList> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const list: BackupList = {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    madeAt: new Date().toISOString(),
    engine: source.engine,
    sites: {},
    entries: {},
  }
  const abort = (error: Error) => void output.destroy(error)
  zip.on('error', abort)
  const addEntry = (path: string, makeContent: () => AsyncIterable<string | Uint8Array>, compress: boolean) =>
    // The size is not known yet, and may exceed the 4 GiB of ZIP without ZIP64.
    zip.addReadStreamLazy(path, { compress, forceZip64Format: true }, (callback) => {
      const stream = Readable.from(recordChecksum(list, path, makeContent()), { objectMode: false })
      stream.once('error', abort)
      output.once('close', () => stream.destroy())
      callback(null, stream)
    })
  for (const name of source.names) {
    let openedSite: { site: SiteSource; checksums: SiteChecksumBuilder } | undefined
    addEntry(
      getRowsEntryPath(name),
      async function* () {
        const site = await source.open(name)
        openedSite = { site, checksums: new SiteChecksumBuilder(site.migration) }
        yield* streamRowLines(site, openedSite.checksums)
      },
      true,
    )
    addEntry(
      getFilesEntryPath(name),
      async function* () {
        if (!openedSite) throw new Error(`The backup is not in order: rows of ${name} precede its files.`)
        yield* streamFiles(openedSite.site, openedSite.checksums)
        list.sites[name] = openedSite.checksums.sums
        await openedSite.site.close()
      },
      false,
    )
  }
  // The list is the last entry, as it contains the checksums of all others.
  zip.addReadStreamLazy(LIST_FILE, { compress: true }, (callback) => callback(null, Readable.from([`${JSON.stringify(list)}\n`])))
  output.setMaxListeners(0)
  zip.end()
  await pipeline(output, createWriteStream(temporaryFile, { mode: FILE_MODE, flags: 'wx' }))
  return list
}

async function* streamRowLines(site: SiteSource, checksums: SiteChecksumBuilder): AsyncGenerator<string> {
  let table = ''
  let lines: string[] = []
  let length = 0
  for await (const record of site.records()) {
    if ('table' in record) {
      table = record.table
      checksums.addTable(table)
      lines.push(JSON.stringify([table, record.lastId ?? null]))
    } else {
      checksums.addRow(table, record.row)
      lines.push(JSON.stringify(record.row))
    }
    length += lines.at(-1)?.length ?? 0
    if (length < 64_000) continue
    yield `${lines.join('\n')}\n`
    ;[lines, length] = [[], 0]
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}

async function* streamFiles(site: SiteSource, checksums: SiteChecksumBuilder): AsyncGenerator<string | Uint8Array> {
  for await (const { path, bytes, content } of site.files()) {
    yield `${JSON.stringify({ path, bytes })}\n`
    let bytesRead = 0
    for await (const part of checksums.addFile(path, content())) {
      bytesRead += part.length
      yield part
    }
    if (bytesRead !== bytes) throw new Error(`The file ${path} of ${site.name} was deleted while it was backed up. Start the backup again.`)
  }
}

async function* recordChecksum(
  { entries }: BackupList,
  path: string,
  source: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of source) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part
    hash.update(chunk)
    bytes += chunk.length
    yield chunk
  }
  entries[path] = { bytes, sha256: hash.digest('hex') }
}
