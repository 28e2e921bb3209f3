/** Tests edge cases: the time at which a backup is due, the deletion of old backups, and the state of the last one. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { at, ctx, goTo, NOW, useEditorFixture } from '#tests/support/editor-fixture.ts'
import type { Installation } from '#platform/contract/context.ts'
import { runIfDue } from '#platform/jobs/jobs.ts'
import { createBackupJob, findBackupState } from './scheduled-backup.service.ts'

useEditorFixture()
const HOUR_MS = 3_600_000
const folder = join(mkdtempSync(join(tmpdir(), 'backup-times-')), 'made')
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }))
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await ctx.db.deleteFrom('backups').execute()
})
const plan = { folder, everyHours: 24, keep: 2, save: (file: string) => writeFile(file, 'all of it') }
const runJob = (options: object = {}) => runIfDue(createBackupJob({ ...plan, ...options }), { ...ctx, installation: {} as Installation })
const readRows = async () => (await ctx.db.selectFrom('backups').selectAll().orderBy('id').execute()).map(({ id: _, ...row }) => row)
const insertBackup = (started: number, finished: number | null, error: string | null = null, bytes: number | null = 9) =>
  ctx.db
    .insertInto('backups')
    .values({ started_at: at(started), finished_at: finished === null ? null : at(finished), file: `f${started}`, bytes, error })
    .execute()
const FIRST = 'net-zero-2026-05-04T09-00-00Z.backup.zip'
const listBackups = () => (existsSync(folder) ? readdirSync(folder).toSorted() : [])

describe('a backup is due', () => {
  test('at once if there is none, and then every 24 hours', async () => {
    expect(await runJob()).toBe(at(24 * HOUR_MS))
    expect(await readRows()).toEqual([{ started_at: at(0), finished_at: at(0), file: FIRST, bytes: 9, error: null }])
    expect(listBackups()).toEqual([FIRST])
    goTo(24 * HOUR_MS - 1)
    expect(await runJob()).toBe(at(24 * HOUR_MS))
    expect(listBackups()).toEqual([FIRST])
    goTo(24 * HOUR_MS)
    expect(await runJob()).toBe(at(48 * HOUR_MS))
    expect(listBackups()).toHaveLength(2)
  })

  test.each<[string, number | null, string | null, number, number]>([
    ['everyHours after a successful one', 0, null, 24, 24],
    ['an hour after a failed one', 0, 'Full.', 24, 1],
    ['an hour after an unfinished one', null, null, 24, 1],
    ['everyHours after a failed one if that is less than an hour', 0, 'Full.', 0.5, 0.5],
  ])('%s', async (_description, finished, error, everyHours, hours) => {
    await insertBackup(0, finished, error)
    goTo(hours * HOUR_MS - 1)
    expect(await runJob({ everyHours })).toBe(at(hours * HOUR_MS))
    expect(listBackups()).toEqual([])
    goTo(hours * HOUR_MS)
    await runJob({ everyHours })
    expect(listBackups()).toHaveLength(1)
  })

  test('only on the main site, where it is checked every five minutes, and never after abort()', async () => {
    const job = createBackupJob(plan)
    expect(job).toMatchObject({ name: 'scheduled backup', everySeconds: 300, watchedTables: ['backups'] })
    expect(await runIfDue(job, ctx)).toBeNull()
    expect(listBackups()).toEqual([])
    job.abort()
    expect(await runIfDue(job, { ...ctx, installation: {} as Installation })).toBeNull()
  })
})

test('a failed backup fails its run and records the first 500 characters of the reason', async () => {
  await expect(runJob({ save: () => Promise.reject(new Error('x'.repeat(501))) })).rejects.toThrow('xxx')
  expect(await readRows()).toEqual([{ started_at: at(0), finished_at: at(0), file: FIRST, bytes: null, error: 'x'.repeat(500) }])
})

test('a backup run deletes unfinished backups and those beyond `keep`, but no files with other names', async () => {
  await runJob()
  const [olderBackups, otherFiles] = [
    ['net-zero-2026-01-01T00-00-00Z.backup.zip', 'net-zero-2026-01-02T00-00-00Z.backup.zip'],
    [
      'a-net-zero-2026-01-01T00-00-00Z.backup.zip',
      'net-zero-2026-01-01T00-00-00Z.backup.zip.old',
      'x.unfinished',
      'net-zero-2026-1-1.backup.zip',
    ],
  ]
  for (const name of [...olderBackups, ...otherFiles, 'net-zero-2026-01-01T00-00-00Z.backup.zip.unfinished'])
    writeFileSync(join(folder, name), '')
  goTo(24 * HOUR_MS)
  await runJob()
  expect(listBackups()).toEqual([FIRST, FIRST.replace('05-04', '05-05'), ...otherFiles].toSorted())
})

describe('findBackupState', () => {
  const INTERRUPTED = 'It was cut off: the server ended meanwhile.'
  const toLastGood = (started: number, finished: number) => ({ at: at(finished), file: `f${started}`, bytes: 9 })
  test.each<[string, [number, number | null, string | null][], object | null]>([
    ['no backup', [], null],
    ['a successful backup', [[0, 5, null]], { lastGood: toLastGood(0, 5), lastFailure: null }],
    [
      'a running backup',
      [
        [0, 5, null],
        [-12 * HOUR_MS, null, null],
      ],
      { lastGood: toLastGood(0, 5), lastFailure: null },
    ],
    [
      'an interrupted backup',
      [
        [0, 5, null],
        [-12 * HOUR_MS - 1, null, null],
      ],
      { lastGood: toLastGood(0, 5), lastFailure: { at: at(-12 * HOUR_MS - 1), reason: INTERRUPTED } },
    ],
    [
      'a failed backup',
      [
        [0, 5, null],
        [10, 20, 'Full.'],
      ],
      { lastGood: toLastGood(0, 5), lastFailure: { at: at(20), reason: 'Full.' } },
    ],
    [
      'a successful backup after a failed one',
      [
        [10, 20, 'Full.'],
        [30, 40, null],
      ],
      { lastGood: toLastGood(30, 40), lastFailure: null },
    ],
  ])('returns the expected state for %s', async (_description, backups, expected) => {
    for (const [started, finished, error] of backups) await insertBackup(started, finished, error)
    expect(await findBackupState(ctx, NOW)).toEqual(expected)
  })
})
