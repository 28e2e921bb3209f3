/** Packs the site, slice by slice, while it is being sent: neither memory nor other requests wait for it. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { migrationLevel, openSnapshot } from '#db/whole-sites/snapshot.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import type { SiteFiles } from '#platform/files/site-files.ts'
import { contentFiles } from './archive.content.ts'
import { toArchivedRow, type ArchivedTable, type ArchiveTables, type TableName } from './archive-tables.ts'
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, MANIFEST_FILE, type Manifest } from './archive.format.ts'
import { streamRows } from './archive.queries.ts'

/** Whoever takes nothing for so long has gone, and must not hold the snapshot. */
const STALLED_MS = 120_000
/** Nor may whoever takes a little now and then hold it for ever. */
const LONGEST_MS = 3 * 3_600_000
/** Beside it lies what is still being made. */
const FOLDER = 'uploads'

/**
 * All of one moment. The stream must be read or destroyed; it ends itself when nobody reads on, and with the fault when
 * something cannot be read.
 */
export async function writeArchive(
  { db, site, log }: Pick<Context, 'db' | 'site' | 'log'>,
  passwords: boolean,
  tables: ArchiveTables,
  { stalledMs = STALLED_MS, longestMs = LONGEST_MS } = {},
): Promise<Readable> {
  const snapshot = await openSnapshot(db)
  try {
    const zip = new ZipFile()
    const out = zip.outputStream as Readable
    const breakOff = (fault: Error) => void out.destroy(fault)
    zip.on('error', breakOff)
    // It may break off before anybody listens, and the process is not to end of it.
    out.on('error', (fault) => log.warn({ err: fault, site: site.id }, 'an archive was broken off'))
    // Nobody can read before all is listed, however long that takes.
    let movedAt = Infinity
    const begunAt = Date.now()
    const look = () => {
      const now = Date.now()
      if (now - movedAt > stalledMs) breakOff(new Error('The archive was not read on.'))
      else if (now - begunAt > longestMs) breakOff(new Error('The archive was read too slowly.'))
    }
    const watch = setInterval(look, Math.min(stalledMs, longestMs) / 4)
    out.once('close', () => {
      clearInterval(watch)
      // A connection that was lost has nothing left to end.
      snapshot.close().catch((fault: unknown) => log.warn({ err: fault, site: site.id }, 'a snapshot was not closed'))
    })
    const manifest: Manifest = {
      format: ARCHIVE_FORMAT,
      version: ARCHIVE_VERSION,
      migration: await migrationLevel(snapshot.db),
      site: site.settings.name,
      exportedAt: new Date().toISOString(),
      passwords,
      counts: {},
      files: {},
    }
    const add = (path: string, source: () => AsyncIterable<string | Buffer>, compress = true) =>
      zip.addReadStreamLazy(path, { compress }, (go) => {
        const stream = Readable.from(
          noted(manifest, path, source(), () => (movedAt = Math.max(movedAt, Date.now()))),
          { objectMode: false },
        )
        // The packer listens to its own faults alone.
        stream.once('error', breakOff)
        // Whoever stops listening ends the reading, too.
        out.once('close', () => stream.destroy())
        go(null, stream)
      })
    for await (const { path, text } of contentFiles(snapshot.db)) add(`content/${path}`, text)
    for (const [table, declared] of tables.archived) add(`data/${table}.jsonl`, () => lines(snapshot.db, table, declared, manifest))
    for await (const { path } of site.files.list(FOLDER)) add(`files/${path}`, () => readStored(site.files, path), false)
    // Last, as it speaks of all the others.
    zip.addReadStreamLazy(MANIFEST_FILE, { compress: true }, (go) => go(null, Readable.from([`${JSON.stringify(manifest, null, 2)}\n`])))
    out.setMaxListeners(0)
    zip.end()
    movedAt = Date.now()
    return out
  } catch (fault) {
    await snapshot.close()
    throw fault
  }
}

async function* lines(db: SiteDatabase, table: TableName, declared: ArchivedTable, { counts, passwords }: Manifest) {
  let n = 0
  for await (const row of streamRows(db, table, declared.key)) {
    const going = toArchivedRow(declared, row, passwords)
    if (!going) continue
    n++
    yield `${JSON.stringify(going)}\n`
  }
  counts[table] = n
}

async function* noted({ files }: Manifest, path: string, source: AsyncIterable<string | Buffer>, moved: () => void) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of source) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part
    hash.update(chunk)
    bytes += chunk.length
    yield chunk
    moved()
  }
  files[path] = { bytes, sha256: hash.digest('hex') }
}

async function* readStored(files: SiteFiles, path: string): AsyncGenerator<Buffer> {
  const file = await files.find(path)
  if (!file) throw new Error(`${path} is gone.`)
  yield* file.read()
}
