/** Leaving with everything: what goes out comes back elsewhere, row by row; what is broken leaves nothing. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite } from '#db/open-site.ts'
import { openSqlite } from '#db/sqlite.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestEngine, openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { rowToGo, TABLE_NAMES } from './archive.format.ts'
import { rowsOf } from './archive.queries.ts'
import { packSite } from './archive.service.ts'
import { importArchive } from './import.service.ts'

const folder = mkdtempSync(join(tmpdir(), 'archive-'))
const file = join(folder, 'site.zip')
let site: TestSite

beforeAll(async () => {
  site = await openTestSite({ content: 'demo' })
  const { id } = await makeUser(site.ctx, { isAdmin: true })
  await site.ctx.db.updateTable('users').set({ password_hash: 'secret-hash' }).where('id', '=', id).execute()
  mkdirSync(join(site.ctx.site.folder, 'uploads'), { recursive: true })
  writeFileSync(join(site.ctx.site.folder, 'uploads/a.webp'), Buffer.alloc(5000, 7))
  const parts: Buffer[] = []
  for await (const part of await packSite(site.ctx, false)) parts.push(part as Buffer)
  writeFileSync(file, Buffer.concat(parts))
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

/** On SQLite to SQLite; on PostgreSQL to PostgreSQL and from there to SQLite. */
const targets = [
  ['the same engine', openTestEngine],
  ['SQLite', async () => ({ engine: openSqlite(join(folder, 'other')), remove: () => undefined })],
] as const
test.each(targets)('everything comes back on %s', async (_name, open) => {
  const { engine, remove } = await open()
  const target = { engine, site: 'brought', folder: join(folder, `files-${_name.length}`), replace: false }
  const manifest = await importArchive(file, target)
  expect(manifest.counts['articles']).toBeGreaterThan(10)
  const db = await openSite(engine, 'brought')
  for (const table of TABLE_NAMES) {
    const [was, is]: [unknown[], unknown[]] = [[], []]
    for await (const row of rowsOf(site.ctx.db, table)) was.push(rowToGo(table, row, false))
    for await (const row of rowsOf(db, table)) is.push(row)
    expect(is, table).toEqual(was.filter(Boolean))
  }
  expect(readFileSync(join(target.folder, 'uploads/a.webp'))).toEqual(Buffer.alloc(5000, 7))
  await makeUser({ ...site.ctx, db })
  await expect(importArchive(file, target)).rejects.toThrow('There is a site already')
  await importArchive(file, { ...target, replace: true })
  await db.destroy()
  if (engine.name === 'postgres') await engine.drop('brought')
  await engine.close()
  remove()
})

test('a broken archive is refused and leaves nothing', async () => {
  const { engine, remove } = await openTestEngine()
  const whole = readFileSync(file)
  const flipped = Buffer.from(whole)
  const at = flipped.indexOf('data/articles.jsonl') + 400
  flipped[at] = (flipped[at] ?? 0) ^ 1
  const renamed = Buffer.from(whole.toString('latin1').replaceAll('files/uploads/a.webp', 'files/../load/a.webp'), 'latin1')
  const missing = Buffer.from(whole.toString('latin1').replaceAll('files/uploads/a.webp', 'files/uploads/b.webp'), 'latin1')
  const broken: [Buffer, RegExp, number?][] = [
    [flipped, /is damaged/],
    [renamed, /not allowed|invalid relative path|not a ZIP/],
    [missing, /lacks/],
    [whole.subarray(0, whole.length - 100), /not a ZIP/],
    [whole, /too large/, 1000],
  ]
  for (const [bytes, why, largest] of broken) {
    const path = join(folder, 'broken.zip')
    writeFileSync(path, bytes)
    const target = { engine, site: 'broken', folder: join(folder, 'none'), replace: false, largest }
    await expect(importArchive(path, target)).rejects.toThrow(why)
    expect(await engine.sizeOf('broken')).toBe(0)
    expect(existsSync(target.folder)).toBe(false)
  }
  await engine.close()
  remove()
})

test('no password hash goes along unless it was asked for', async () => {
  expect(rowToGo('users', { password_hash: 'x', totp_secret: 'y', totp_since: 'z' }, false)).toEqual({
    password_hash: null,
    totp_secret: null,
    totp_since: null,
  })
  expect(rowToGo('users', { password_hash: 'x' }, true)).toEqual({ password_hash: 'x' })
  expect(rowToGo('recovery_codes', { user_id: 1 }, false)).toBeUndefined()
})
