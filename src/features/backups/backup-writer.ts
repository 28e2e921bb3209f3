/** Writes a backup, site after site, while it reads: memory stays flat, however large the installation is. */
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { toError } from '#platform/client/to-error.client.ts'
import { BACKUP_FORMAT, BACKUP_VERSION, filesEntry, LIST_FILE, rowsEntry, type BackupList } from './backup.format.ts'
import { SiteChecksumBuilder } from './site-checksums.ts'
import type { InstallationSource, SiteSource } from './site-source.ts'

/** Readable by nobody else: whoever has it has every account. */
const MODE = 0o600

export interface WrittenBackup {
  list: BackupList
  bytes: number
}

/**
 * Under another name first, so that a file of this name is always a whole one.
 * @throws Error with a sentence when there is a file of this name already
 */
export async function writeBackup(source: InstallationSource, file: string): Promise<WrittenBackup> {
  if (existsSync(file)) throw new Error(`There is a file ${file} already. Give the backup another name.`)
  const draft = `${file}.unfinished`
  await createBackupFolder(dirname(file), `The folder ${dirname(file)}`)
  // Somebody may have left one that others can read.
  await rm(draft, { force: true })
  try {
    const list = await pack(source, draft)
    await flush(draft)
    const { size } = await stat(draft)
    await rename(draft, file)
    await flush(dirname(file))
    return { list, bytes: size }
  } catch (fault) {
    await rm(draft, { force: true })
    const isFull = fault instanceof Error && 'code' in fault && (fault.code === 'ENOSPC' || fault.code === 'EDQUOT')
    if (isFull)
      throw new Error(`There is no room left for ${file}. Nothing of it was kept: make room, or choose another place.`, { cause: fault })
    throw fault
  }
}

/**
 * Creates the folder of a backup where it is missing, with its parents.
 * @param name of the folder, for the message
 * @throws Error that says why it is not there
 */
export async function createBackupFolder(folder: string, name: string): Promise<void> {
  try {
    await createWithParents(folder)
  } catch (error) {
    const { code, message } = toError(error) as NodeJS.ErrnoException
    const reason =
      code === 'EEXIST' || code === 'ENOTDIR' ? 'there is a file in its place' : `it does not exist and cannot be created: ${message}`
    throw new Error(`${name} is not a folder that can be written to: ${reason}.`, { cause: error })
  }
}

/**
 * Node's recursive `mkdir` never ends where a file system has the parent and refuses the folder with ENOENT, as /proc and automounters do.
 * @throws Error of `mkdir`
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

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function pack(source: InstallationSource, draft: string): Promise<BackupList> {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const list: BackupList = {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    madeAt: new Date().toISOString(),
    engine: source.engine,
    sites: {},
    entries: {},
  }
  const breakOff = (fault: Error) => void out.destroy(fault)
  zip.on('error', breakOff)
  const add = (path: string, make: () => AsyncIterable<string | Uint8Array>, compress: boolean) =>
    // How long it will be is not known yet, and it may be longer than the ZIP of old can say.
    zip.addReadStreamLazy(path, { compress, forceZip64Format: true }, (go) => {
      const stream = Readable.from(noted(list, path, make()), { objectMode: false })
      stream.once('error', breakOff)
      out.once('close', () => stream.destroy())
      go(null, stream)
    })
  for (const name of source.names) {
    let opened: { site: SiteSource; summer: SiteChecksumBuilder } | undefined
    add(
      rowsEntry(name),
      async function* () {
        const site = await source.open(name)
        opened = { site, summer: new SiteChecksumBuilder(site.migration) }
        yield* rowLines(site, opened.summer)
      },
      true,
    )
    add(
      filesEntry(name),
      async function* () {
        if (!opened) throw new Error(`The rows of ${name} come before its files.`)
        yield* filesWithHeads(opened.site, opened.summer)
        list.sites[name] = opened.summer.sums
        await opened.site.close()
      },
      false,
    )
  }
  // Last, as it speaks of all the others.
  zip.addReadStreamLazy(LIST_FILE, { compress: true }, (go) => go(null, Readable.from([`${JSON.stringify(list)}\n`])))
  out.setMaxListeners(0)
  zip.end()
  await pipeline(out, createWriteStream(draft, { mode: MODE, flags: 'wx' }))
  return list
}

async function* rowLines(site: SiteSource, summer: SiteChecksumBuilder): AsyncGenerator<string> {
  let table = ''
  let lines: string[] = []
  let length = 0
  for await (const record of site.records()) {
    if ('table' in record) {
      table = record.table
      summer.addTable(table)
      lines.push(JSON.stringify([table, record.lastId ?? null]))
    } else {
      summer.addRow(table, record.row)
      lines.push(JSON.stringify(record.row))
    }
    length += lines.at(-1)?.length ?? 0
    if (length < 64_000) continue
    yield `${lines.join('\n')}\n`
    ;[lines, length] = [[], 0]
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}

async function* filesWithHeads(site: SiteSource, summer: SiteChecksumBuilder): AsyncGenerator<string | Uint8Array> {
  for await (const { path, bytes, content } of site.files()) {
    yield `${JSON.stringify({ path, bytes })}\n`
    let sum = 0
    for await (const part of summer.addFile(path, content())) {
      sum += part.length
      yield part
    }
    if (sum !== bytes) throw new Error(`The file ${path} of ${site.name} was taken away while it was saved. Begin anew.`)
  }
}

async function* noted({ entries }: BackupList, path: string, source: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const sum = createHash('sha256')
  let bytes = 0
  for await (const part of source) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part
    sum.update(chunk)
    bytes += chunk.length
    yield chunk
  }
  entries[path] = { bytes, sha256: sum.digest('hex') }
}
