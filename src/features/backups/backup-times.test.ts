/** When a backup is due, what of it is kept and removed, and what is said of the last one: at the edges. */
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
const run = (more: object = {}) => runIfDue(createBackupJob({ ...plan, ...more }), { ...ctx, installation: {} as Installation })
const rows = async () => (await ctx.db.selectFrom('backups').selectAll().orderBy('id').execute()).map(({ id: _, ...row }) => row)
const put = (started: number, finished: number | null, error: string | null = null, bytes: number | null = 9) =>
  ctx.db
    .insertInto('backups')
    .values({ started_at: at(started), finished_at: finished === null ? null : at(finished), file: `f${started}`, bytes, error })
    .execute()
const FIRST = 'net-zero-2026-05-04T09-00-00Z.backup.zip'
const kept = () => (existsSync(folder) ? readdirSync(folder).toSorted() : [])

describe('due', () => {
  test('at once where there was none; its row says all, and when the next is due', async () => {
    expect(await run()).toBe(at(24 * HOUR_MS))
    expect(await rows()).toEqual([{ started_at: at(0), finished_at: at(0), file: FIRST, bytes: 9, error: null }])
    expect(kept()).toEqual([FIRST])
    goTo(24 * HOUR_MS - 1)
    expect(await run()).toBe(at(24 * HOUR_MS))
    expect(kept()).toEqual([FIRST])
    goTo(24 * HOUR_MS)
    expect(await run()).toBe(at(48 * HOUR_MS))
    expect(kept()).toHaveLength(2)
  })

  test.each<[string, number | null, string | null, number, number]>([
    ['a good one', 0, null, 24, 24],
    ['one that failed', 0, 'Full.', 24, 1],
    ['one that has not ended', null, null, 24, 1],
    ['one that failed, of those that are made more often', 0, 'Full.', 0.5, 0.5],
  ])('after %s', async (_what, finished, error, everyHours, hours) => {
    await put(0, finished, error)
    goTo(hours * HOUR_MS - 1)
    expect([await run({ everyHours }), kept()]).toEqual([at(hours * HOUR_MS), []])
    goTo(hours * HOUR_MS)
    await run({ everyHours })
    expect(kept()).toHaveLength(1)
  })

  test('for the main site alone, and looked at every five minutes', async () => {
    const job = createBackupJob(plan)
    expect([job.name, job.everySeconds, job.watchedTables, await runIfDue(job, ctx), kept()]).toEqual([
      'scheduled backup',
      300,
      ['backups'],
      null,
      [],
    ])
    job.giveUp()
    expect(await runIfDue(job, { ...ctx, installation: {} as Installation })).toBeNull()
  })
})

test('a failed backup fails its run and records the first 500 characters of the reason', async () => {
  await expect(run({ save: () => Promise.reject(new Error('x'.repeat(501))) })).rejects.toThrow('xxx')
  expect(await rows()).toEqual([{ started_at: at(0), finished_at: at(0), file: FIRST, bytes: null, error: 'x'.repeat(500) }])
})

test('what is not finished, and what is older than so many, goes; what is called otherwise stays', async () => {
  await run()
  const [older, others] = [
    ['net-zero-2026-01-01T00-00-00Z.backup.zip', 'net-zero-2026-01-02T00-00-00Z.backup.zip'],
    [
      'a-net-zero-2026-01-01T00-00-00Z.backup.zip',
      'net-zero-2026-01-01T00-00-00Z.backup.zip.old',
      'x.unfinished',
      'net-zero-2026-1-1.backup.zip',
    ],
  ]
  for (const name of [...older, ...others, 'net-zero-2026-01-01T00-00-00Z.backup.zip.unfinished']) writeFileSync(join(folder, name), '')
  goTo(24 * HOUR_MS)
  await run()
  expect(kept()).toEqual([FIRST, FIRST.replace('05-04', '05-05'), ...others].toSorted())
})

describe('what is said of it', () => {
  const CUT_OFF = 'It was cut off: the server ended meanwhile.'
  const good = (started: number, finished: number) => ({ at: at(finished), file: `f${started}`, bytes: 9 })
  test.each<[string, [number, number | null, string | null][], object | null]>([
    ['none', [], null],
    ['a good one', [[0, 5, null]], { lastGood: good(0, 5), lastFailure: null }],
    [
      'one under way',
      [
        [0, 5, null],
        [-12 * HOUR_MS, null, null],
      ],
      { lastGood: good(0, 5), lastFailure: null },
    ],
    [
      'one that was cut off',
      [
        [0, 5, null],
        [-12 * HOUR_MS - 1, null, null],
      ],
      { lastGood: good(0, 5), lastFailure: { at: at(-12 * HOUR_MS - 1), reason: CUT_OFF } },
    ],
    [
      'one that failed',
      [
        [0, 5, null],
        [10, 20, 'Full.'],
      ],
      { lastGood: good(0, 5), lastFailure: { at: at(20), reason: 'Full.' } },
    ],
    [
      'a good one after that',
      [
        [10, 20, 'Full.'],
        [30, 40, null],
      ],
      { lastGood: good(30, 40), lastFailure: null },
    ],
  ])('%s', async (_what, all, expected) => {
    for (const [started, finished, error] of all) await put(started, finished, error)
    expect(await findBackupState(ctx, NOW)).toEqual(expected)
  })
})
