// Daily on PostgreSQL too: schemas, types and transactions differ.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestEngine, openTestSite } from '#tests/support/test-site.ts'
import { assertSiteName } from './engine.ts'
import { openSite } from './open-site.ts'
import { openSqlite } from './sqlite.ts'

test('two sites with the same slug never see each other', async () => {
  const { engine, remove } = await openTestEngine({ isEmpty: true })
  const names = ['one', 'two'].map((name) => `${name}_${crypto.randomUUID().slice(0, 8)}`)
  const [one, two] = await Promise.all(names.map((name) => openSite(engine, name)))
  await one?.insertInto('settings').values({ key: 'name', value: '"One"' }).execute()
  expect(await two?.selectFrom('settings').selectAll().execute()).toEqual([])
  await one?.destroy()
  await two?.destroy()
  for (const name of names) await engine.drop(name)
  await engine.close()
  remove()
})

test('opening a site again keeps what it has', async () => {
  const { engine, remove } = await openTestEngine({ isEmpty: true })
  const name = `again_${crypto.randomUUID().slice(0, 8)}`
  const first = await openSite(engine, name)
  await first.insertInto('settings').values({ key: 'name', value: '"Kept"' }).execute()
  await first.destroy()
  const second = await openSite(engine, name)
  expect(await second.selectFrom('settings').selectAll().execute()).toEqual([{ key: 'name', value: '"Kept"' }])
  await second.destroy()
  await engine.drop(name)
  await engine.close()
  remove()
})

test('a row looks the same whichever engine it came from', async () => {
  const site = await openTestSite()
  const at = '2026-02-03T04:05:06.789Z'
  const row = { username: 'x', username_key: 'x', member_since: at, is_admin: true }
  const made = await site.ctx.db.insertInto('users').values(row).returningAll().executeTakeFirstOrThrow()
  expect(made).toMatchObject({ username: 'x', member_since: at, is_admin: true, is_demo: false, email: null, reputation_points: 0 })
  expect(typeof made.id).toBe('number')
  const { n } = await site.ctx.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(2)
  await site.close()
})

test('a failed transaction leaves nothing', async () => {
  const site = await openTestSite()
  const failing = site.ctx.db.transaction().execute(async (db) => {
    await db.insertInto('settings').values({ key: 'half', value: '1' }).execute()
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  expect(await site.ctx.db.selectFrom('settings').select('key').where('key', '=', 'half').execute()).toEqual([])
  await site.close()
})

test('a data folder has one owner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-tests-'))
  const first = openSqlite(folder)
  expect(() => openSqlite(folder)).toThrow(/Another process is using the data folder/)
  void first.close()
  const second = openSqlite(folder)
  void second.close()
  rmSync(folder, { recursive: true })
})

test.each(['', 'Main', '1st', 'a-b', '../x', 'a'.repeat(49), 'a;drop'])('"%s" is no site name', (name) => {
  expect(() => assertSiteName(name)).toThrow(/Not a site name/)
})
