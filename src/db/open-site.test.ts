// Daily on PostgreSQL too: schemas, types and transactions differ.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestEngine, openTestSite } from '#tests/support/test-site.ts'
import { assertSiteName } from './engine.ts'
import { loadMigrations, observeMigrations, openSite, type MigrationRun } from './open-site.ts'
import { openSqlite } from './sqlite/sqlite.ts'

test('two sites do not share rows', async () => {
  const { engine, remove } = await openTestEngine({ isEmpty: true })
  const names = ['one', 'two'].map((name) => `${name}_${crypto.randomUUID().slice(0, 8)}`)
  const [firstDb, secondDb] = await Promise.all(names.map((name) => openSite(engine, name)))
  await firstDb?.insertInto('settings').values({ key: 'name', value: '"One"' }).execute()
  expect(await secondDb?.selectFrom('settings').selectAll().execute()).toEqual([])
  await firstDb?.destroy()
  await secondDb?.destroy()
  for (const name of names) await engine.drop(name)
  await engine.close()
  remove()
})

test('reopening a site keeps its data', async () => {
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

test('rows have the same types on both engines', async () => {
  const site = await openTestSite()
  const createdAt = '2026-02-03T04:05:06.789Z'
  const row = { username: 'x', username_key: 'x', member_since: createdAt, is_admin: true }
  const created = await site.ctx.db.insertInto('users').values(row).returningAll().executeTakeFirstOrThrow()
  expect(created).toMatchObject({
    username: 'x',
    member_since: createdAt,
    is_admin: true,
    is_demo: false,
    email: null,
    reputation_points: 0,
  })
  expect(typeof created.id).toBe('number')
  const { n } = await site.ctx.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(2)
  await site.close()
})

test('a failed transaction is rolled back', async () => {
  const site = await openTestSite()
  const failing = site.ctx.db.transaction().execute(async (db) => {
    await db.insertInto('settings').values({ key: 'half', value: '1' }).execute()
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  expect(await site.ctx.db.selectFrom('settings').select('key').where('key', '=', 'half').execute()).toEqual([])
  await site.close()
})

test('openSite rejects a database of a newer version, names both migrations and changes nothing', async () => {
  const { engine, remove } = await openTestEngine({ isEmpty: true })
  const name = `newer_${crypto.randomUUID().slice(0, 8)}`
  const all = await loadMigrations()
  const future = ['0098_future', '0099_future'].map((future) => [future, { up: async () => undefined }] as const)
  await (await openSite(engine, name, [...all, ...future])).destroy()
  await expect(openSite(engine, name)).rejects.toThrow(
    `The database was written by a newer version (migration 0099_future; this program ends at ${all.at(-1)?.[0]}). Start the newer version, or restore the backup from before the update. Nothing was changed.`,
  )
  const again = await openSite(engine, name, [...all, ...future])
  await again.destroy()
  await engine.drop(name)
  await engine.close()
  remove()
})

test('observeMigrations reports the first and last migration of a run, and nothing if there were none', async () => {
  const { engine, remove } = await openTestEngine({ isEmpty: true })
  const name = `observed_${crypto.randomUUID().slice(0, 8)}`
  const runs: MigrationRun[] = []
  const stop = observeMigrations((migrated) => void (migrated.site === name && runs.push(migrated)))
  const all = await loadMigrations()
  const names = all.map(([migration]) => migration)
  await (await openSite(engine, name, all.slice(0, -2))).destroy()
  await (await openSite(engine, name)).destroy()
  await (await openSite(engine, name)).destroy()
  stop()
  const durationMs = expect.any(Number)
  expect(runs).toEqual([
    { site: name, from: null, to: names.at(-3), count: names.length - 2, durationMs },
    { site: name, from: names.at(-3), to: names.at(-1), count: 2, durationMs },
  ])
  await engine.drop(name)
  await engine.close()
  remove()
})

test('a data folder can be opened by one engine at a time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-tests-'))
  const first = openSqlite(folder)
  expect(() => openSqlite(folder)).toThrow(/Another process is using the data folder/)
  void first.close()
  const second = openSqlite(folder)
  void second.close()
  rmSync(folder, { recursive: true })
})

test.each(['', 'Main', '1st', 'a-b', '../x', 'a'.repeat(49), 'a;drop'])('assertSiteName rejects "%s"', (name) => {
  expect(() => assertSiteName(name)).toThrow(/Not a site name/)
})
