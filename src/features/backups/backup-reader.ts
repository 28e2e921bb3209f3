/** Reads a backup, after its entries were verified against the list of checksums. */
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import type { AnyRow } from '#db/any-table.ts'
import { z } from '#platform/contract/zod.ts'
import { BACKUP_VERSION, BackupList, getFilesEntryPath, LIST_FILE, getRowsEntryPath } from './backup.format.ts'
import { readToEnd } from './site-checksums.ts'
import type { InstallationSource, SiteRecord, SourceFile } from './site-source.ts'

const MAX_LIST_BYTES = 256_000_000
/** Maximum length of a line, far above any valid row. The limit protects the memory against files without line breaks. */
const MAX_LINE_BYTES = 256_000_000
const ENTRY_PATH = /^[\w.-]+(\/[\w.-]+)*$/
const LF = 10

const TableHeadSchema = z.tuple([z.string().regex(/^[a-z][a-z0-9_]*$/), z.number().int().nullable()])
const RowSchema = z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), z.union([z.string(), z.number(), z.boolean(), z.null()]))
const FileHeadSchema = z.object({ path: z.string().regex(ENTRY_PATH), bytes: z.number().int().min(0) })

export interface Backup extends InstallationSource {
  list: BackupList
  close(): void
}

/** Opens and verifies a backup. @throws Error with a message for the operator if the file is invalid */
export async function openBackup(file: string): Promise<Backup> {
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new Error(`There is no file ${file}.`)
  const truncatedMessage = `${file} is not a backup, or it is incomplete.`
  const zip = await openPromise(file, { autoClose: false }).catch((error: unknown) => {
    throw new Error(truncatedMessage, { cause: error })
  })
  try {
    const entries = await listEntries(zip).catch((error: unknown) => {
      throw new Error(truncatedMessage, { cause: error })
    })
    const readEntry = async (path: string): Promise<Readable> => {
      const entry = entries.get(path)
      if (!entry) throw new Error(`The backup does not contain ${path}.`)
      return zip.openReadStreamPromise(entry)
    }
    const list = await readList(file, entries, readEntry)
    for (const [path, expected] of Object.entries(list.entries)) await verifyEntry(path, expected, await readEntry(path))
    const names = Object.keys(list.sites).toSorted((a, b) => Number(b === 'main') - Number(a === 'main'))
    if (names[0] !== 'main') throw new Error('The backup does not contain the main site.')
    return {
      list,
      engine: list.engine,
      names,
      missing: [],
      close: () => zip.close(),
      async open(name) {
        const sums = list.sites[name]
        if (!sums) throw new Error(`The backup has no site ${name}.`)
        return {
          name,
          sums,
          migration: sums.migration,
          records: () => parseRecords(getRowsEntryPath(name), () => readEntry(getRowsEntryPath(name))),
          files: () => parseFiles(getFilesEntryPath(name), () => readEntry(getFilesEntryPath(name))),
          close: async () => undefined,
        }
      },
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return entries
}

async function readList(file: string, entries: Map<string, Entry>, readEntry: (path: string) => Promise<Readable>): Promise<BackupList> {
  const size = entries.get(LIST_FILE)?.uncompressedSize
  if (size === undefined || size > MAX_LIST_BYTES)
    throw new Error(`${file} is not a backup: it has no manifest. To import the archive of one site, use npm run site:import.`)
  const parts: Buffer[] = []
  for await (const part of await readEntry(LIST_FILE)) parts.push(part as Buffer)
  const parsed = BackupList.safeParse(tryParseJson(Buffer.concat(parts).toString()))
  if (!parsed.success) throw new Error(`The manifest of ${file} is damaged.`)
  if (parsed.data.version !== BACKUP_VERSION)
    throw new Error(`The backup has format version ${parsed.data.version}; this program reads ${BACKUP_VERSION}. Update first.`)
  for (const name of Object.keys(parsed.data.sites))
    for (const path of [getRowsEntryPath(name), getFilesEntryPath(name)])
      if (!(path in parsed.data.entries)) throw new Error(`The manifest of ${file} does not contain ${path}.`)
  return parsed.data
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function verifyEntry(path: string, expected: BackupList['entries'][string], content: Readable): Promise<void> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const part of content) {
      hash.update(part as Buffer)
      bytes += (part as Buffer).length
    }
  } catch (error) {
    throw new Error(`${path} is damaged: it cannot be decompressed.`, { cause: error })
  }
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256)
    throw new Error(`${path} is damaged: its checksum differs from the backup's manifest.`)
}

async function* parseRecords(path: string, openEntry: () => Promise<Readable>): AsyncGenerator<SiteRecord> {
  const bytes = new ByteReader(await openEntry())
  for (let lineNumber = 1; ; lineNumber += 1) {
    const line = await bytes.readLine()
    if (line === undefined) return
    const value = tryParseJson(line)
    const record = Array.isArray(value) ? TableHeadSchema.safeParse(value) : RowSchema.safeParse(value)
    if (!record.success) throw new Error(`${path}, line ${lineNumber}: not a valid row.`)
    const { data } = record
    yield Array.isArray(data) ? { table: data[0], lastId: data[1] ?? undefined } : { row: data as AnyRow }
  }
}

async function* parseFiles(path: string, openEntry: () => Promise<Readable>): AsyncGenerator<SourceFile> {
  const bytes = new ByteReader(await openEntry())
  for (;;) {
    const line = await bytes.readLine()
    if (line === undefined) return
    const head = FileHeadSchema.safeParse(tryParseJson(line))
    if (!head.success || head.data.path.split('/').some((part) => /^\.+$/.test(part)))
      throw new Error(`${path}: a file has a name that is not allowed.`)
    const content = bytes.read(head.data.bytes)
    yield { ...head.data, content: () => content }
    // Skips the bytes that the consumer has not read, to get to the next file.
    await readToEnd(content)
  }
}

/** Reads lines and byte ranges from a stream. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #buffered: Buffer = Buffer.alloc(0)

  constructor(stream: Readable) {
    this.#source = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  /** Reads a line. Splits at line feeds only, as JSON does not escape other Unicode line separators. @returns undefined at the end */
  async readLine(): Promise<string | undefined> {
    const parts: Buffer[] = []
    let length = 0
    for (;;) {
      const newlineIndex = this.#buffered.indexOf(LF)
      if (newlineIndex >= 0) {
        parts.push(this.#buffered.subarray(0, newlineIndex))
        this.#buffered = this.#buffered.subarray(newlineIndex + 1)
        return Buffer.concat(parts).toString()
      }
      parts.push(this.#buffered)
      length += this.#buffered.length
      if (length > MAX_LINE_BYTES) throw new Error('The backup contains a line that is too long for a row.')
      if (!(await this.#fill())) return length === 0 ? undefined : Buffer.concat(parts).toString()
    }
  }

  async *read(bytes: number): AsyncGenerator<Buffer> {
    for (let remaining = bytes; remaining > 0;) {
      if (this.#buffered.length === 0 && !(await this.#fill())) throw new Error('The backup is incomplete: it ends within a file.')
      const part = this.#buffered.subarray(0, remaining)
      this.#buffered = this.#buffered.subarray(part.length)
      remaining -= part.length
      yield part
    }
  }

  async #fill(): Promise<boolean> {
    const next = await this.#source.next()
    this.#buffered = next.done === true ? Buffer.alloc(0) : next.value
    return next.done !== true
  }
}
