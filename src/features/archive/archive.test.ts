/** Tests the export and import of a whole site, between all combinations of engines. */
import { loadSecretKey } from '#platform/config/secret-box.ts'
import { sealTotpSecret } from '#features/accounts/second-factor/totp-secret.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openFilledSite } from '#app/sites/open-main-site.ts'
import type { Engine, EngineName } from '#db/engine.ts'
import { loadMigrations, openSite } from '#db/open-site.ts'
import { openPostgres } from '#db/postgres/postgres.ts'
import { findMatchingIds } from '#db/search/search-index.ts'
import { openSqlite } from '#db/sqlite/sqlite.ts'
import { CONTENT_FOLDER, readContent } from '#features/content/content.files.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Site } from '#platform/contract/context.ts'
import { listPaths, readBytes, siteFilesOf } from '#tests/support/site-files.ts'
import {
  AWKWARD_TEXT,
  fillEveryTable,
  packArchive,
  readArchiveParts,
  rowsByTable,
  UPLOADED_FILE,
  zipParts,
} from '#tests/support/archive-fixture.ts'
import { toArchivedRow, type ArchivedTable } from './archive-tables.ts'
import { importArchive } from './import.service.ts'
import { archiveTables } from '#app/registry.ts'

const folder = mkdtempSync(join(tmpdir(), 'archive-'))
const databaseUrl = inject('databaseUrl' as never) as string | undefined
const runId = crypto.randomUUID().slice(0, 8)
const engines = new Map<EngineName, Engine>()
const sources = new Map<EngineName, { site: Site; picture: Buffer }>()
/** With a PostgreSQL server, all four directions are tested. */
const engineNames: EngineName[] = databaseUrl ? ['postgres', 'sqlite'] : ['sqlite']
const directions = engineNames.flatMap((sourceEngine) => engineNames.map((targetEngine) => ({ from: sourceEngine, to: targetEngine })))
const openedSites: string[] = []

beforeAll(async () => {
  for (const name of engineNames) {
    const engine = databaseUrl && name === 'postgres' ? await openPostgres(databaseUrl) : openSqlite(join(folder, name))
    engines.set(name, engine)
    const site = await openFilledSite(engine, `archived_${runId}`, { content: 'demo', dataDir: join(folder, name) })
    openedSites.push(site.id)
    sources.set(name, { site, picture: await fillEveryTable({ db: site.db, site }) })
    for (const passwords of [true, false]) await packArchive({ db: site.db, site }, passwords, getArchiveFile(name, passwords))
  }
})
afterAll(async () => {
  for (const { site } of sources.values()) await site.db.destroy()
  for (const engine of engines.values()) {
    if (engine.name === 'postgres') for (const site of openedSites) await engine.drop(site)
    await engine.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

const getArchiveFile = (sourceEngine: EngineName, passwords: boolean) =>
  join(folder, `${sourceEngine}-${passwords ? 'with' : 'without'}.zip`)
const getSource = (name: EngineName) => sources.get(name) as { site: Site; picture: Buffer }
let targetCount = 0
function createTarget(to: EngineName, replace = false) {
  const site = `imported_${runId}_${++targetCount}`
  openedSites.push(site)
  return { tables: archiveTables, engine: engines.get(to) as Engine, site, folder: join(folder, 'files', site), replace }
}

test('every table is declared as archived or never archived, and is filled by the fixture', async () => {
  const { db } = getSource('sqlite').site
  const tables = (await db.introspection.getTables()).map(({ name }) => name).filter((name) => !/_fts|^sqlite_|kysely/.test(name))
  expect(tables.toSorted()).toEqual([...archiveTables.archived.keys(), ...archiveTables.never].toSorted())
  const empty = Object.entries(await rowsByTable(db)).filter(([, rows]) => rows.length === 0)
  expect(empty.map(([table]) => table)).toEqual([])
})

describe.each(directions)('from $from to $to', ({ from, to }) => {
  test('import restores all rows and files except credentials', async () => {
    const { site, picture } = getSource(from)
    const target = createTarget(to)
    const manifest = await importArchive(getArchiveFile(from, false), target)
    expect(manifest).toMatchObject({ passwords: false, site: 'Net Zero' })
    const db = await openSite(target.engine, target.site)
    const [exported, imported] = [await rowsByTable(site.db, false), await rowsByTable(db)]
    for (const table of archiveTables.archived.keys()) {
      expect(imported[table], table).toEqual(exported[table])
      expect(manifest.counts[table], table).toBe(exported[table]?.length)
    }
    expect(imported['users']?.filter((user) => user['password_hash'] !== null)).toEqual([])
    const files = siteFilesOf(target.engine, db, target.folder, target.site)
    expect(await readBytes(files, UPLOADED_FILE)).toEqual(picture)
    expect(await listPaths(files)).toEqual([UPLOADED_FILE])
    expect(await listPaths(files, 'share')).toEqual([])

    // Search works in the imported site, and new ids follow the highest imported one.
    expect(await findMatchingIds(db, 'articles', 'LAMPLIGHTER')).toEqual([2])
    const highestId = Math.max(...(exported['users'] ?? []).map((user) => Number(user['id'])))
    expect((await makeUser({ db })).id).toBeGreaterThan(highestId)
    await db.destroy()
  })

  test('import overwrites an existing site, with the data of its accounts, only if `replace` is set', async () => {
    const target = createTarget(to)
    const existing = await openFilledSite(target.engine, target.site, { content: 'empty', dataDir: join(folder, 'unused') })
    const formerUser = await makeUser(existing, { username: 'was_here_before' })
    const expires_at = '2099-01-01T00:00:00.000Z'
    const token = { token_hash: 'door', purpose: 'reset', user_id: formerUser.id, email: null, expires_at }
    await existing.db.insertInto('one_time_tokens').values(token).execute()
    const rowsBefore = await rowsByTable(existing.db)
    await expect(importArchive(getArchiveFile(from, true), target)).rejects.toThrow(/^There already is a site.*--replace/)
    expect(await rowsByTable(existing.db)).toEqual(rowsBefore)

    await importArchive(getArchiveFile(from, true), { ...target, replace: true })
    expect(await rowsByTable(existing.db)).toEqual(await rowsByTable(getSource(from).site.db))
    expect(await existing.db.selectFrom('one_time_tokens').selectAll().execute()).toEqual([])
    expect(await findMatchingIds(existing.db, 'users', 'was_here_before')).toEqual([])
    await existing.db.destroy()
  })
})

test('import migrates an archive of an earlier version', async () => {
  const level = '0005_enquiries'
  const columns = await listColumnsAt(level)
  expect(columns['users']).not.toContain('search_text')
  const parts = await readArchiveParts(getArchiveFile('sqlite', true))
  for (const [path, bytes] of parts) {
    const table = /^data\/(\w+)\.jsonl$/.exec(path)?.[1] ?? ''
    if (columns[table]) parts.set(path, Buffer.from(splitLines(bytes).map(keepColumns(columns[table])).join('')))
    else if (table) parts.delete(path)
  }
  const users = splitLines(parts.get('data/users.jsonl') as Buffer)
  const file = join(folder, 'earlier.zip')
  await zipParts(parts, file, (manifest) => {
    manifest.migration = level
    manifest.counts = Object.fromEntries(Object.entries(manifest.counts).filter(([table]) => table in columns))
  })
  for (const to of engineNames) {
    const target = createTarget(to)
    await importArchive(file, target)
    const db = await openSite(target.engine, target.site)
    expect((await db.selectFrom('users').selectAll().execute()).length).toBe(users.length)
    // The archived users have no `search_text`, so a migration has added and filled it.
    expect(await findMatchingIds(db, 'users', AWKWARD_TEXT.slice(0, 10))).toHaveLength(1)
    expect(await target.engine.sizeOf(`${target.site}_importing`)).toBe(0)
    await db.destroy()
  }
})

/** Lists the columns of each table at a schema level. */
async function listColumnsAt(level: string): Promise<Record<string, string[]>> {
  const engine = openSqlite(join(folder, 'earlier'))
  const db = await openSite(
    engine,
    'then',
    (await loadMigrations()).filter(([name]) => name <= level),
  )
  const tables = await db.introspection.getTables()
  await db.destroy()
  await engine.close()
  return Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
}
const splitLines = (bytes: Buffer) => bytes.toString().split('\n').filter(Boolean)
const keepColumns = (columns: string[]) => (line: string) =>
  `${JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line) as object).filter(([name]) => columns.includes(name))))}\n`

test('content/ in an archive has the same files as the project’s content folder', async () => {
  const parts = await readArchiveParts(getArchiveFile('sqlite', false))
  const projectContent = await readContent(CONTENT_FOLDER)
  for (const name of ['categories', 'experts', 'badges', 'users', 'topics', 'reviews', 'enquiries'])
    expect(parts.has(`content/${name}.yaml`), name).toBe(true)
  for (const { slug } of projectContent.articles) expect(parts.has(`content/articles/${slug}.md`), slug).toBe(true)
  for (const { slug } of projectContent.products) expect(parts.has(`content/products/${slug}.yaml`), slug).toBe(true)
  const advice = [...parts].filter(([path]) => path.startsWith('content/expert-articles/')).map(([, bytes]) => String(bytes))
  expect(advice.length).toBe(projectContent.expertArticles.length)
  for (const { title, content } of projectContent.expertArticles)
    expect(
      advice.some((text) => text.includes(title.slice(0, 20)) && text.includes(content.slice(0, 60))),
      title,
    ).toBe(true)
  expect([...parts].filter(([, bytes]) => bytes.includes('secret-hash')).map(([path]) => path)).toEqual([])
})

test('toArchivedRow removes credentials unless passwords are requested', () => {
  const secrets = { password_hash: 'x', totp_secret: 'y', totp_since: 'z', passkey_since: 'q' }
  expect(toArchivedRow(getArchivedTable('users'), { id: 1, ...secrets }, false)).toEqual({
    id: 1,
    password_hash: null,
    totp_secret: null,
    totp_since: null,
    passkey_since: null,
  })
  expect(toArchivedRow(getArchivedTable('users'), { id: 1, ...secrets }, true)).toEqual({ id: 1, ...secrets })
  loadSecretKey({ secretKey: 'a key of thirty-two letters or more', dataDir: '' })
  // Values encrypted with this installation's key are decrypted, so that another one can read them.
  const sealed = { id: 1, ...secrets, totp_secret: sealTotpSecret('y', 1) }
  expect(toArchivedRow(getArchivedTable('users'), sealed, true)).toEqual({ id: 1, ...secrets })
  expect(JSON.stringify(toArchivedRow(getArchivedTable('users'), sealed, false))).not.toContain('sealed')
  expect(toArchivedRow(getArchivedTable('recovery_codes'), { user_id: 1 }, false)).toBeUndefined()
  expect(toArchivedRow(getArchivedTable('passkeys'), { id: 1 }, false)).toBeUndefined()
})

function getArchivedTable(table: 'users' | 'recovery_codes' | 'passkeys'): ArchivedTable {
  const archivedTable = archiveTables.archived.get(table)
  if (!archivedTable) throw new Error(`${table} is not archived`)
  return archivedTable
}
