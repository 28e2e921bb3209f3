/** Streams an archive of the site. It is packed while it is sent, with bounded memory. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { migrationLevel, openSnapshot } from '#db/whole-sites/snapshot.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import type { SiteFiles } from '#platform/files/site-files.ts'
import { streamContentFiles } from './archive.content.ts'
import { toArchivedRow, type ArchivedTable, type ArchiveTables, type TableName } from './archive-tables.ts'
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, MANIFEST_FILE, type Manifest } from './archive.format.ts'
import { streamRows } from './archive.queries.ts'

/** Timeout without progress: a client that reads nothing must not hold the snapshot open. */
const STALLED_TIMEOUT_MS = 120_000
/** Timeout of the whole download, against clients that read very slowly. */
const MAX_DURATION_MS = 3 * 3_600_000
/** Folder of the files that are archived; other folders contain generated files. */
const ARCHIVED_FOLDER = 'uploads'

/**
 * Creates a ZIP of a consistent snapshot. The stream must be read or destroyed.
 * @param options.stalledMs timeout without progress
 * @param options.maxDurationMs timeout of the whole download
 * @returns a stream that emits `error` after a timeout, and if something cannot be read
 */
export async function writeArchive(
  { db, site, log }: Pick<Context, 'db' | 'site' | 'log'>,
  includePasswords: boolean,
  tables: ArchiveTables,
  { stalledMs = STALLED_TIMEOUT_MS, maxDurationMs = MAX_DURATION_MS } = {},
): Promise<Readable> {
  const snapshot = await openSnapshot(db)
  try {
    const zip = new ZipFile()
    const output = zip.outputStream as Readable
    const abort = (error: Error) => void output.destroy(error)
    zip.on('error', abort)
    // The stream may fail before the caller listens; an unhandled `error` event would end the process.
    output.on('error', (error) => log.warn({ err: error, site: site.id }, 'archive aborted'))
    // Stays Infinity until all entries are added, because the stream cannot be read before.
    let progressAt = Infinity
    const startedAt = Date.now()
    const checkTimeouts = () => {
      const now = Date.now()
      if (now - progressAt > stalledMs) abort(new Error('The download of the archive has stalled.'))
      else if (now - startedAt > maxDurationMs) abort(new Error('The archive was read too slowly.'))
    }
    const timer = setInterval(checkTimeouts, Math.min(stalledMs, maxDurationMs) / 4)
    output.once('close', () => {
      clearInterval(timer)
      // Closing the snapshot fails if the database connection was lost.
      snapshot.close().catch((error: unknown) => log.warn({ err: error, site: site.id }, 'closing a database snapshot failed'))
    })
    const manifest: Manifest = {
      format: ARCHIVE_FORMAT,
      version: ARCHIVE_VERSION,
      migration: await migrationLevel(snapshot.db),
      site: site.settings.name,
      exportedAt: new Date().toISOString(),
      passwords: includePasswords,
      counts: {},
      files: {},
    }
    const addEntry = (path: string, source: () => AsyncIterable<string | Buffer>, compress = true) =>
      zip.addReadStreamLazy(path, { compress }, (callback) => {
        const stream = Readable.from(
          recordChecksum(manifest, path, source(), () => (progressAt = Math.max(progressAt, Date.now()))),
          { objectMode: false },
        )
        // yazl does not handle errors of its source streams.
        stream.once('error', abort)
        // Aborting the download also stops reading the sources.
        output.once('close', () => stream.destroy())
        callback(null, stream)
      })
    for await (const { path, text } of streamContentFiles(snapshot.db)) addEntry(`content/${path}`, text)
    for (const [table, archivedTable] of tables.archived)
      addEntry(`data/${table}.jsonl`, () => streamLines(snapshot.db, table, archivedTable, manifest))
    for await (const { path } of site.files.list(ARCHIVED_FOLDER)) addEntry(`files/${path}`, () => readStoredFile(site.files, path), false)
    // The manifest is the last entry, as it contains the checksums of all others.
    zip.addReadStreamLazy(MANIFEST_FILE, { compress: true }, (callback) =>
      callback(null, Readable.from([`${JSON.stringify(manifest, null, 2)}\n`])),
    )
    output.setMaxListeners(0)
    zip.end()
    progressAt = Date.now()
    return output
  } catch (error) {
    await snapshot.close()
    throw error
  }
}

async function* streamLines(db: SiteDatabase, table: TableName, archivedTable: ArchivedTable, { counts, passwords }: Manifest) {
  let count = 0
  for await (const row of streamRows(db, table, archivedTable.key)) {
    const archivedRow = toArchivedRow(archivedTable, row, passwords)
    if (!archivedRow) continue
    count++
    yield `${JSON.stringify(archivedRow)}\n`
  }
  counts[table] = count
}

async function* recordChecksum({ files }: Manifest, path: string, source: AsyncIterable<string | Buffer>, onProgress: () => void) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of source) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part
    hash.update(chunk)
    bytes += chunk.length
    yield chunk
    onProgress()
  }
  files[path] = { bytes, sha256: hash.digest('hex') }
}

async function* readStoredFile(files: SiteFiles, path: string): AsyncGenerator<Buffer> {
  const file = await files.find(path)
  if (!file) throw new Error(`${path} is gone.`)
  yield* file.read()
}
