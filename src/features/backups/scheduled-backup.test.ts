/** Tests scheduled backups: due times, retention, and their state in the administrators' overview. */
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
const listBackups = () => (existsSync(folder) ? readdirSync(folder).toSorted() : [])
const getOverview = async () => (await site.call(admin, getDashboardEndpoint)).body
/** Moves the start of all backups into the past by this many hours from now. */
const moveStartsBack = (hours: number) =>
  ctx.db
    .updateTable('backups')
    .set({ started_at: new Date(Date.now() - hours * 3_600_000).toISOString() })
    .execute()

describe('a scheduled backup', () => {
  test('runs only when it is due, and is shown in the overview', async () => {
    const job = createBackupJob(plan)
    expect((await getOverview()).backup).toBeNull()
    await runIfDue(job, ctx)
    const [file] = listBackups()
    expect(file).toMatch(/^net-zero-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup\.zip$/)
    const { backup, attention } = await getOverview()
    expect(backup).toEqual({ lastGood: { at: expect.any(String), file, bytes: 9 }, lastFailure: null })
    expect(attention.map(({ kind }: { kind: string }) => kind)).not.toContain('backup-failed')
    await moveStartsBack(23)
    await runIfDue(job, ctx)
    expect(await ctx.db.selectFrom('backups').select('id').execute()).toHaveLength(1)
    await moveStartsBack(24.01)
    await runIfDue(job, ctx)
    expect(await ctx.db.selectFrom('backups').select('id').execute()).toHaveLength(2)
  })

  test('deletes backups beyond `keep`, and no other files', async () => {
    const job = createBackupJob({ ...plan, keep: 1 })
    await runIfDue(job, ctx)
    for (const day of ['01', '02', '03']) writeFileSync(join(folder, `net-zero-2026-01-${day}T00-00-00Z.backup.zip`), 'older')
    for (const name of ['my-own.backup.zip', 'net-zero-2026-01-04T00-00-00Z.backup.zip.unfinished']) writeFileSync(join(folder, name), '')
    await moveStartsBack(25)
    const backupsBefore = listBackups()
    await runIfDue(job, ctx)
    expect(listBackups()).toHaveLength(2)
    expect(listBackups()).toContain('my-own.backup.zip')
    expect(listBackups().filter((name) => name.startsWith('net-zero-2026-01'))).toEqual([])
    expect(backupsBefore).toHaveLength(6)
  })
})

describe('a failed backup', () => {
  test('is shown with its reason and retried after an hour; a success clears it', async () => {
    await runIfDue(createBackupJob(plan), ctx)
    await moveStartsBack(30)
    const failWithFullDisk = () => Promise.reject(new Error('There is no storage space left.'))
    await expect(runIfDue(createBackupJob({ ...plan, save: failWithFullDisk }), ctx)).rejects.toThrow('There is no storage space left.')
    const { backup, attention } = await getOverview()
    expect(backup.lastGood).not.toBeNull()
    expect(backup.lastFailure).toEqual({ at: expect.any(String), reason: 'There is no storage space left.' })
    expect(attention).toContainEqual({ kind: 'backup-failed', count: 1, since: null, text: 'The last backup failed', to: '/admin#backups' })
    await runIfDue(createBackupJob(plan), ctx)
    expect((await getOverview()).backup.lastFailure).not.toBeNull()
    await moveStartsBack(1.01)
    await runIfDue(createBackupJob(plan), ctx)
    expect((await getOverview()).backup.lastFailure).toBeNull()
  })

  test('names the setting if the folder is a file', async () => {
    writeFileSync(folder, '')
    const message = `BACKUP_FOLDER (${folder}) is not a writable folder: there is a file in its place.`
    await expect(runIfDue(createBackupJob(plan), ctx)).rejects.toThrow(message)
    await expect(runIfDue(createBackupJob({ ...plan, folder: join(folder, 'below') }), ctx)).resolves.toBeTypeOf('string')
    expect((await getOverview()).backup.lastFailure.reason).toBe(message)
  })

  test('names the setting if the folder cannot be created', async () => {
    const missing = '/proc/net-zero/backups'
    await expect(runIfDue(createBackupJob({ ...plan, folder: missing }), ctx)).rejects.toThrow(
      `BACKUP_FOLDER (${missing}) is not a writable folder: it does not exist and cannot be created: `,
    )
    expect((await getOverview()).backup.lastFailure.reason).toMatch(/^BACKUP_FOLDER \(\/proc/)
  })

  test('is shown as interrupted if its process ended', async () => {
    const started_at = new Date(Date.now() - 13 * 3_600_000).toISOString()
    await ctx.db.insertInto('backups').values({ started_at, finished_at: null, file: 'x', bytes: null, error: null }).execute()
    expect((await getOverview()).backup).toEqual({
      lastGood: null,
      lastFailure: { at: started_at, reason: expect.stringMatching(/cut off/) },
    })
  })

  test('is recorded if the server is stopped, and no further backup starts', async () => {
    const saving = Promise.withResolvers<void>()
    const job = createBackupJob({
      ...plan,
      save: (_file, signal) => (signal.addEventListener('abort', () => saving.reject(new Error('ended'))), saving.promise),
    })
    const running = runIfDue(job, ctx)
    await vi.waitFor(async () => expect(await ctx.db.selectFrom('backups').select('id').execute()).toHaveLength(1), 60_000)
    job.abort()
    await expect(running).rejects.toThrow(/ended|aborted/)
    expect((await getOverview()).backup.lastFailure.reason).toMatch(/stopped/)
    await ctx.db.deleteFrom('backups').execute()
    await runIfDue(job, ctx)
    expect((await getOverview()).backup).toBeNull()
  })

  test('no backup is made by a tenant site, and members cannot see the state of backups', async () => {
    await runIfDue(createBackupJob(plan), site.ctx)
    expect(listBackups()).toEqual([])
    expect((await site.call(await makeUser(site.ctx), getDashboardEndpoint)).status).toBe(403)
  })
})

testAtNight('a server with BACKUP_FOLDER writes a complete backup, and stops without delay', async () => {
  const running = await startServer({ CONTENT: 'starter', BACKUP_FOLDER: folder, BACKUP_KEEP: '1' })
  await vi.waitFor(() => expect(listBackups().filter((name) => name.endsWith('.zip'))).toHaveLength(1), { timeout: 60_000, interval: 100 })
  const backup = await openBackup(join(folder, listBackups()[0]!))
  expect(backup.names).toEqual(['main'])
  backup.close()
  expect(await running.stop()).toBe(0)
  rmSync(running.dataDir, { recursive: true })
})
