/** Export and import of a whole site, between all combinations of engines. */
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
const url = inject('databaseUrl' as never) as string | undefined
const run = crypto.randomUUID().slice(0, 8)
const engines = new Map<EngineName, Engine>()
const sources = new Map<EngineName, { site: Site; picture: Buffer }>()
/** The PostgreSQL project tests all four directions. */
const names: EngineName[] = url ? ['postgres', 'sqlite'] : ['sqlite']
const directions = names.flatMap((from) => names.map((to) => ({ from, to })))
const opened: string[] = []

beforeAll(async () => {
  for (const name of names) {
    const engine = url && name === 'postgres' ? await openPostgres(url) : openSqlite(join(folder, name))
    engines.set(name, engine)
    const site = await openFilledSite(engine, `archived_${run}`, { content: 'demo', dataDir: join(folder, name) })
    opened.push(site.id)
    sources.set(name, { site, picture: await fillEveryTable({ db: site.db, site }) })
    for (const passwords of [true, false]) await packArchive({ db: site.db, site }, passwords, fileOf(name, passwords))
  }
})
afterAll(async () => {
  for (const { site } of sources.values()) await site.db.destroy()
  for (const engine of engines.values()) {
    if (engine.name === 'postgres') for (const site of opened) await engine.drop(site)
    await engine.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

const fileOf = (from: EngineName, passwords: boolean) => join(folder, `${from}-${passwords ? 'with' : 'without'}.zip`)
const sourceOf = (name: EngineName) => sources.get(name) as { site: Site; picture: Buffer }
let targets = 0
function newTarget(to: EngineName, replace = false) {
  const site = `imported_${run}_${++targets}`
  opened.push(site)
  return { tables: archiveTables, engine: engines.get(to) as Engine, site, folder: join(folder, 'files', site), replace }
}

test('every table is declared as archived or never archived, and is filled by the fixture', async () => {
  const { db } = sourceOf('sqlite').site
  const tables = (await db.introspection.getTables()).map(({ name }) => name).filter((name) => !/_fts|^sqlite_|kysely/.test(name))
  expect(tables.toSorted()).toEqual([...archiveTables.archived.keys(), ...archiveTables.never].toSorted())
  const empty = Object.entries(await rowsByTable(db)).filter(([, rows]) => rows.length === 0)
  expect(empty.map(([table]) => table)).toEqual([])
})

describe.each(directions)('from $from to $to', ({ from, to }) => {
  test('import restores all rows and files except credentials', async () => {
    const { site, picture } = sourceOf(from)
    const target = newTarget(to)
    const manifest = await importArchive(fileOf(from, false), target)
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

    // Search works, and new ids follow the highest imported one.
    expect(await findMatchingIds(db, 'articles', 'LAMPLIGHTER')).toEqual([2])
    const highest = Math.max(...(exported['users'] ?? []).map((user) => Number(user['id'])))
    expect((await makeUser({ db })).id).toBeGreaterThan(highest)
    await db.destroy()
  })

  test('import overwrites an existing site, with the data of its accounts, only if `replace` is set', async () => {
    const target = newTarget(to)
    const existing = await openFilledSite(target.engine, target.site, { content: 'empty', dataDir: join(folder, 'unused') })
    const formerUser = await makeUser(existing, { username: 'was_here_before' })
    const expires_at = '2099-01-01T00:00:00.000Z'
    const token = { token_hash: 'door', purpose: 'reset', user_id: formerUser.id, email: null, expires_at }
    await existing.db.insertInto('one_time_tokens').values(token).execute()
    const before = await rowsByTable(existing.db)
    await expect(importArchive(fileOf(from, true), target)).rejects.toThrow(/^There is a site already.*--replace/)
    expect(await rowsByTable(existing.db)).toEqual(before)

    await importArchive(fileOf(from, true), { ...target, replace: true })
    expect(await rowsByTable(existing.db)).toEqual(await rowsByTable(sourceOf(from).site.db))
    expect(await existing.db.selectFrom('one_time_tokens').selectAll().execute()).toEqual([])
    expect(await findMatchingIds(existing.db, 'users', 'was_here_before')).toEqual([])
    await existing.db.destroy()
  })
})

test('import migrates an archive of an earlier version', async () => {
  const level = '0005_enquiries'
  const columns = await columnsAt(level)
  expect(columns['users']).not.toContain('search_text')
  const parts = await readArchiveParts(fileOf('sqlite', true))
  for (const [path, bytes] of parts) {
    const table = /^data\/(\w+)\.jsonl$/.exec(path)?.[1] ?? ''
    if (columns[table]) parts.set(path, Buffer.from(linesOf(bytes).map(only(columns[table])).join('')))
    else if (table) parts.delete(path)
  }
  const users = linesOf(parts.get('data/users.jsonl') as Buffer)
  const file = join(folder, 'earlier.zip')
  await zipParts(parts, file, (manifest) => {
    manifest.migration = level
    manifest.counts = Object.fromEntries(Object.entries(manifest.counts).filter(([table]) => table in columns))
  })
  for (const to of names) {
    const target = newTarget(to)
    await importArchive(file, target)
    const db = await openSite(target.engine, target.site)
    expect((await db.selectFrom('users').selectAll().execute()).length).toBe(users.length)
    // Users have no `search_text` at that level; a migration has filled it.
    expect(await findMatchingIds(db, 'users', AWKWARD_TEXT.slice(0, 10))).toHaveLength(1)
    expect(await target.engine.sizeOf(`${target.site}_importing`)).toBe(0)
    await db.destroy()
  }
})

/** @returns columns by table at a schema level */
async function columnsAt(level: string): Promise<Record<string, string[]>> {
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
const linesOf = (bytes: Buffer) => bytes.toString().split('\n').filter(Boolean)
const only = (columns: string[]) => (line: string) =>
  `${JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line) as object).filter(([name]) => columns.includes(name))))}\n`

test('content/ has the same files as the project’s content folder', async () => {
  const parts = await readArchiveParts(fileOf('sqlite', false))
  const own = await readContent(CONTENT_FOLDER)
  for (const name of ['categories', 'experts', 'badges', 'users', 'topics', 'reviews', 'enquiries'])
    expect(parts.has(`content/${name}.yaml`), name).toBe(true)
  for (const { slug } of own.articles) expect(parts.has(`content/articles/${slug}.md`), slug).toBe(true)
  for (const { slug } of own.products) expect(parts.has(`content/products/${slug}.yaml`), slug).toBe(true)
  const advice = [...parts].filter(([path]) => path.startsWith('content/expert-articles/')).map(([, bytes]) => String(bytes))
  expect(advice.length).toBe(own.expertArticles.length)
  for (const { title, content } of own.expertArticles)
    expect(
      advice.some((text) => text.includes(title.slice(0, 20)) && text.includes(content.slice(0, 60))),
      title,
    ).toBe(true)
  expect([...parts].filter(([, bytes]) => bytes.includes('secret-hash')).map(([path]) => path)).toEqual([])
})

test('toArchivedRow removes credentials unless passwords are requested', () => {
  const secrets = { password_hash: 'x', totp_secret: 'y', totp_since: 'z', passkey_since: 'q' }
  expect(toArchivedRow(declared('users'), { id: 1, ...secrets }, false)).toEqual({
    id: 1,
    password_hash: null,
    totp_secret: null,
    totp_since: null,
    passkey_since: null,
  })
  expect(toArchivedRow(declared('users'), { id: 1, ...secrets }, true)).toEqual({ id: 1, ...secrets })
  loadSecretKey({ secretKey: 'a key of thirty-two letters or more', dataDir: '' })
  // Values encrypted with this installation's key are decrypted, so that another one can read them.
  const sealed = { id: 1, ...secrets, totp_secret: sealTotpSecret('y', 1) }
  expect(toArchivedRow(declared('users'), sealed, true)).toEqual({ id: 1, ...secrets })
  expect(JSON.stringify(toArchivedRow(declared('users'), sealed, false))).not.toContain('sealed')
  expect(toArchivedRow(declared('recovery_codes'), { user_id: 1 }, false)).toBeUndefined()
  expect(toArchivedRow(declared('passkeys'), { id: 1 }, false)).toBeUndefined()
})

function declared(table: 'users' | 'recovery_codes' | 'passkeys'): ArchivedTable {
  const found = archiveTables.archived.get(table)
  if (!found) throw new Error(`${table} is not archived`)
  return found
}
