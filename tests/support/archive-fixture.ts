/** Creates archive fixtures: a site with rows in every table, its archive as a file, and manipulated archives. */
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import type { Context } from '#platform/contract/context.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { putFile } from './site-files.ts'
import { listColumns } from './table-columns.ts'
import { archiveTables } from '#app/registry.ts'
import { forAnyTable } from '#db/any-table.ts'
import { toArchivedRow, type TableName } from '#features/archive/archive-tables.ts'
import { MANIFEST_FILE, type ArchiveRow, type Manifest } from '#features/archive/archive.format.ts'
import { streamRows } from '#features/archive/archive.queries.ts'
import { writeArchive } from '#features/archive/archive.service.ts'

type Site = Pick<Context, 'db' | 'site'>

/** Characters that JSON, YAML, SQL or line-based formats treat specially. */
export const AWKWARD_TEXT = 'Zoë’s “café” 🌱 \\n \'; -- "quoted"\r\n\ttab \u2028 line \u2029 paragraph \u0085 — 100 %_'
export const UPLOADED_FILE = 'uploads/0a1b2c3d-40x30/40.webp'

/** Inserts a minimal row into each archived table that is still empty. */
async function fillEmptyTables({ db, site }: Site, timestamp: string): Promise<void> {
  const columnsOf = await listColumns(db, site.id)
  // Referenced tables come first.
  for (const name of archiveTables.archived.keys()) {
    const columns = columnsOf.get(name) ?? []
    if (
      await forAnyTable(db)
        .selectFrom(name)
        .select(columns[0]?.name ?? '')
        .limit(1)
        .executeTakeFirst()
    )
      continue
    const createMinimalValue = (type: string) => (/time/.test(type) ? timestamp : /int|bool|numeric/.test(type) ? 1 : AWKWARD_TEXT)
    const required = columns.filter((column) => !column.isNullable && !column.hasDefaultValue && !column.isAutoIncrementing)
    const row = Object.fromEntries(
      required.map((column) => [
        column.name,
        /(^|_)(at|until)$/.test(column.name) ? timestamp : createMinimalValue(column.dataType.toLowerCase()),
      ]),
    )
    // Without demo content, a foreign key may have no target row. Tests that need rows in every table assert this themselves.
    await forAnyTable(db)
      .insertInto(name)
      .values(row)
      .execute()
      .catch(() => undefined)
  }
}

/** Adds a row to each table that the demo content leaves empty, and a picture. @returns the picture's bytes */
export async function fillEveryTable({ db, site }: Site): Promise<Buffer> {
  const timestamp = '2026-03-29T01:59:59.999Z'
  const { id } = await makeUser({ db }, { isAdmin: true, displayName: AWKWARD_TEXT })
  const user_id = id
  const rows: Partial<Record<TableName, ArchiveRow>> = {
    recovery_codes: { user_id, code_hash: 'a recovery code' },
    passkeys: {
      user_id,
      credential_id: 'a-credential',
      host: 'example.org',
      public_key: 'a-public-key',
      counter: 4_294_967_295,
      transports: 'internal,hybrid',
      name: AWKWARD_TEXT,
      created_at: timestamp,
    },
    old_slugs: { kind: 'article', slug: 'was-called-so', subject_id: 1 },
    gone_addresses: { kind: 'article', key: 'was-here', subject_id: 999, gone_at: timestamp },
    subscribers: { email: 'reader@example.org', created_at: timestamp, confirmed_at: null },
    votes: { user_id, subject_type: 'topic', subject_id: 1, value: -1, created_at: timestamp },
    trash: {
      kind: 'review',
      subject_id: 4,
      title: AWKWARD_TEXT,
      deleted_at: timestamp,
      deleted_by: user_id,
      rows: JSON.stringify({ AWKWARD: AWKWARD_TEXT }),
    },
    audit_entries: {
      at: timestamp,
      user_id,
      action: 'topic.edit',
      subject_type: 'topic',
      subject_id: 1,
      subject_title: AWKWARD_TEXT,
      before: '{"a":1}',
      after: null,
    },
    page_views: { day: '2026-03-29', path: '/articles/é', views: 12 },
    page_visitors: { day: '2026-03-29', visitors: 3 },
    uploads: { name: '0a1b2c3d-40x30', width: 40, height: 30, alt: AWKWARD_TEXT, bytes: 5000, user_id, created_at: timestamp },
  }
  for (const [table, row] of Object.entries(rows)) await forAnyTable(db).insertInto(table).values(row).execute()
  await fillEmptyTables({ db, site }, timestamp)
  await db.updateTable('users').set({ totp_secret: 'SECRET', totp_since: timestamp }).where('id', '=', user_id).execute()
  await db.updateTable('articles').set({ content: AWKWARD_TEXT, search_text: 'only the lamplighter' }).where('id', '=', 2).execute()
  const picture = randomBytes(5000)
  await putFile(site.files, UPLOADED_FILE, picture)
  // Neither an unfinished upload nor an Open Graph image, which is regenerated when it is missing, is archived.
  for (const path of ['uploads-unfinished/a/40.webp', 'share/home.png']) await putFile(site.files, path, 'half')
  return picture
}

export const packArchive = async (site: Site, passwords: boolean, file: string): Promise<void> =>
  pipeline(await writeArchive({ ...site, log: silentLog }, passwords, archiveTables), createWriteStream(file))
const silentLog = { info() {}, warn() {}, error() {} }

/** Returns the rows that each table must have after an import, in an order that does not depend on the engine. */
export async function rowsByTable(db: Context['db'], passwords = true): Promise<Record<string, ArchiveRow[]>> {
  const rowsByTableName: Record<string, ArchiveRow[]> = {}
  for (const [table, declared] of archiveTables.archived) {
    const rows: ArchiveRow[] = []
    for await (const row of streamRows(db, table, declared.key)) {
      const archived = toArchivedRow(declared, row, passwords)
      if (archived) rows.push(archived)
    }
    rowsByTableName[table] = rows
      .map((row) => [JSON.stringify(row), row] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, row]) => row)
  }
  return rowsByTableName
}

export type ArchiveParts = Map<string, Buffer>

export async function readArchiveParts(file: string): Promise<ArchiveParts> {
  const zip = await openPromise(file, { autoClose: false })
  const parts: ArchiveParts = new Map()
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  zip.close()
  return parts
}

/** Zips parts with a manifest that matches them; `change` can then falsify the manifest. */
export async function zipParts(
  parts: ArchiveParts,
  file: string,
  change: (manifest: Manifest) => unknown = () => undefined,
): Promise<void> {
  const manifest = JSON.parse(String(parts.get(MANIFEST_FILE))) as Manifest
  const otherParts = [...parts].filter(([path]) => path !== MANIFEST_FILE)
  manifest.files = Object.fromEntries(
    otherParts.map(([path, bytes]) => [path, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }]),
  )
  change(manifest)
  const zip = new ZipFile()
  for (const [path, bytes] of otherParts) zip.addBuffer(bytes, path)
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), MANIFEST_FILE)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(file))
}
