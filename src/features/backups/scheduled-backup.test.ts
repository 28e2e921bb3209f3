/** Backups that are made by themselves: when, how many are kept, and what the overview says of them. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { getDashboardEndpoint } from '#features/dashboard/dashboard.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Installation, Viewer } from '#platform/contract/context.ts'
import { runIfDue } from '#platform/jobs/jobs.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { startServer } from '#tests/support/running-server.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { openBackup } from './backup-reader.ts'
import { createBackupJob } from './scheduled-backup.service.ts'

let site: TestSite
let admin: Viewer
let ctx: Context
const folder = mkdtempSync(join(tmpdir(), 'scheduled-'))
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  ctx = { ...site.ctx, installation: {} as Installation }
})
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await ctx.db.deleteFrom('backups').execute()
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

const plan = { folder, everyHours: 24, keep: 2, save: (file: string) => writeFile(file, 'all of it') }
const kept = () => (existsSync(folder) ? readdirSync(folder).toSorted() : [])
const overview = async () => (await site.call(admin, getDashboardEndpoint)).body
/** As if all there is had begun so long ago. */
const goBack = (hours: number) =>
  ctx.db
    .updateTable('backups')
    .set({ started_at: new Date(Date.now() - hours * 3_600_000).toISOString() })
    .execute()

describe('works', () => {
  test('when it is due, and not before; the overview says so', async () => {
    const job = createBackupJob(plan)
    expect((await overview()).backup).toBeNull()
    await runIfDue(job, ctx)
    const [file] = kept()
    expect(file).toMatch(/^net-zero-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup\.zip$/)
    const { backup, attention } = await overview()
    expect(backup).toEqual({ lastGood: { at: expect.any(String), file, bytes: 9 }, lastFailure: null })
    expect(attention.map(({ kind }: { kind: string }) => kind)).not.toContain('backup-failed')
    await goBack(23)
    await runIfDue(job, ctx)
    expect(await ctx.db.selectFrom('backups').select('id').execute()).toHaveLength(1)
    await goBack(24.01)
    await runIfDue(job, ctx)
    expect(await ctx.db.selectFrom('backups').select('id').execute()).toHaveLength(2)
  })

  test('so many are kept, and nothing of anybody else goes', async () => {
    const job = createBackupJob({ ...plan, keep: 1 })
    await runIfDue(job, ctx)
    for (const day of ['01', '02', '03']) writeFileSync(join(folder, `net-zero-2026-01-${day}T00-00-00Z.backup.zip`), 'older')
    for (const name of ['my-own.backup.zip', 'net-zero-2026-01-04T00-00-00Z.backup.zip.unfinished']) writeFileSync(join(folder, name), '')
    await goBack(25)
    const before = kept()
    await runIfDue(job, ctx)
    expect(kept()).toHaveLength(2)
    expect(kept()).toContain('my-own.backup.zip')
    expect(kept().filter((name) => name.startsWith('net-zero-2026-01'))).toEqual([])
    expect(before).toHaveLength(6)
  })
})

describe('what goes wrong', () => {
  test('is said with its reason, tried again after an hour, and forgotten when it went well', async () => {
    await runIfDue(createBackupJob(plan), ctx)
    await goBack(30)
    const full = () => Promise.reject(new Error('There is no room left.'))
    await expect(runIfDue(createBackupJob({ ...plan, save: full }), ctx)).rejects.toThrow('There is no room left.')
    const { backup, attention } = await overview()
    expect(backup.lastGood).not.toBeNull()
    expect(backup.lastFailure).toEqual({ at: expect.any(String), reason: 'There is no room left.' })
    expect(attention).toContainEqual({ kind: 'backup-failed', count: 1, since: null, text: 'The last backup failed', to: '/admin#backups' })
    await runIfDue(createBackupJob(plan), ctx)
    expect((await overview()).backup.lastFailure).not.toBeNull()
    await goBack(1.01)
    await runIfDue(createBackupJob(plan), ctx)
    expect((await overview()).backup.lastFailure).toBeNull()
  })

  test('fails with the name of the setting where a file is in the place of the folder', async () => {
    writeFileSync(folder, '')
    const message = `BACKUP_FOLDER (${folder}) is not a folder that can be written to: there is a file in its place.`
    await expect(runIfDue(createBackupJob(plan), ctx)).rejects.toThrow(message)
    await expect(runIfDue(createBackupJob({ ...plan, folder: join(folder, 'below') }), ctx)).resolves.toBeTypeOf('string')
    expect((await overview()).backup.lastFailure.reason).toBe(message)
  })

  test('fails with the name of the setting where the folder does not exist and cannot be created', async () => {
    const missing = '/proc/net-zero/backups'
    await expect(runIfDue(createBackupJob({ ...plan, folder: missing }), ctx)).rejects.toThrow(
      `BACKUP_FOLDER (${missing}) is not a folder that can be written to: it does not exist and cannot be created: `,
    )
    expect((await overview()).backup.lastFailure.reason).toMatch(/^BACKUP_FOLDER \(\/proc/)
  })

  test('one whose process ended is known as cut off', async () => {
    const started_at = new Date(Date.now() - 13 * 3_600_000).toISOString()
    await ctx.db.insertInto('backups').values({ started_at, finished_at: null, file: 'x', bytes: null, error: null }).execute()
    expect((await overview()).backup).toEqual({ lastGood: null, lastFailure: { at: started_at, reason: expect.stringMatching(/cut off/) } })
  })

  test('a stop ends what is under way, and none begins after it', async () => {
    const held = Promise.withResolvers<void>()
    const job = createBackupJob({
      ...plan,
      save: (_file, signal) => (signal.addEventListener('abort', () => held.reject(new Error('ended'))), held.promise),
    })
    const running = runIfDue(job, ctx)
    await vi.waitFor(async () => expect(await ctx.db.selectFrom('backups').select('id').execute()).toHaveLength(1), 60_000)
    job.giveUp()
    await expect(running).rejects.toThrow('ended')
    expect((await overview()).backup.lastFailure.reason).toMatch(/stopped/)
    await ctx.db.deleteFrom('backups').execute()
    await runIfDue(job, ctx)
    expect((await overview()).backup).toBeNull()
  })

  test('no copy saves anything, and no member hears of it', async () => {
    await runIfDue(createBackupJob(plan), site.ctx)
    expect(kept()).toEqual([])
    expect((await site.call(await makeUser(site.ctx), getDashboardEndpoint)).status).toBe(403)
  })
})

testAtNight('a server with a folder for them writes one that is whole, and stops at once while it does', async () => {
  const running = await startServer({ CONTENT: 'starter', BACKUP_FOLDER: folder, BACKUP_KEEP: '1' })
  await vi.waitFor(() => expect(kept().filter((name) => name.endsWith('.zip'))).toHaveLength(1), { timeout: 60_000, interval: 100 })
  const backup = await openBackup(join(folder, kept()[0]!))
  expect(backup.names).toEqual(['main'])
  backup.close()
  expect(await running.stop()).toBe(0)
  rmSync(running.dataDir, { recursive: true })
})
