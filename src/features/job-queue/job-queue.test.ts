// Daily on PostgreSQL too: jobs are claimed with "skip locked".
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { z } from '#platform/contract/zod.ts'
import { lastEntryOf } from '#tests/support/audit-entries.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { claimJob, executeJob, runDueJobs } from './job-execution.ts'
import { handleJob, JobFailure, type RunningJob } from './job-handler.service.ts'
import { defineJobKind, retryWaitMs } from './job-kind.policy.ts'
import { discardJobEndpoint, listJobsEndpoint, retryJobEndpoint, type QueuedJob } from './job-queue.contract.ts'
import { extendLease, releaseLeases } from './job-queue.queries.ts'
import { cancelJob, countJobs, enqueueJob } from './job-queue.service.ts'

const plant = defineJobKind('garden.plant', z.object({ name: z.string() }))
let site: TestSite
let admin: Viewer
const planted: string[] = []
type RunHook = (name: string, job: RunningJob) => void
let onRun: RunHook = () => undefined
const gardener = handleJob(plant, {
  maxAttempts: 3,
  waitMs: (attempt) => attempt * 60_000,
  async run(_ctx, { name }, job) {
    onRun(name, job)
    planted.push(name)
  },
})
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())
afterEach(async () => {
  vi.useRealTimers()
  onRun = () => undefined
  planted.length = 0
  await site.ctx.db.deleteFrom('queued_jobs').execute()
})

const add = (name: string, options: Parameters<typeof enqueueJob>[3] = {}) => enqueueJob(site.ctx, plant, { name }, options)
const runAll = () => runDueJobs(site.ctx, [gardener])
const listed = async (query = {}): Promise<QueuedJob[]> => (await site.call(admin, listJobsEndpoint, { query })).body
const fail =
  (options: ConstructorParameters<typeof JobFailure>[1] = {}): RunHook =>
  () => {
    throw new JobFailure('Too dry', options)
  }

describe('works', () => {
  test('runs urgent jobs before older ones, and bulk jobs last', async () => {
    await add('newsletter', { priority: 'bulk' })
    await add('one')
    await add('two')
    await add('password', { priority: 'urgent' })
    expect((await listed()).map(({ payload }) => payload.name)).toEqual(['password', 'one', 'two', 'newsletter'])
    await runAll()
    expect(planted).toEqual(['password', 'one', 'two', 'newsletter'])
    expect(await listed()).toEqual([])
  })
  test('adds no job when the transaction is rolled back', async () => {
    const undone = site.ctx.db.transaction().execute(async (db) => {
      await enqueueJob({ db }, plant, { name: 'no' })
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    await runAll()
    expect(planted).toEqual([])
  })
  test('has at most one job per key until it is done', async () => {
    expect([await add('a', { key: 'k' }), await add('b', { key: 'k' }), await add('c', { key: 'other' })]).toEqual([true, false, true])
    await runAll()
    expect(planted).toEqual(['a', 'c'])
    expect(await add('b', { key: 'k' })).toBe(true)
    expect([await cancelJob(site.ctx, plant, 'k'), await cancelJob(site.ctx, plant, 'k')]).toEqual([1, 0])
    await runAll()
    expect(planted).toEqual(['a', 'c'])
  })
  test('starts a job at its time, not before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await add('later', { at: new Date(Date.now() + 60_000) })
    await runAll()
    expect([planted, (await listed())[0]]).toEqual([[], expect.objectContaining({ state: 'waiting', attempts: 0 })])
    expect((await countJobs(site.ctx)).oldestSeconds).toBe(0)
    vi.setSystemTime(Date.now() + 61_000)
    expect((await countJobs(site.ctx)).oldestSeconds).toBeCloseTo(1, 0)
    await runAll()
    expect(planted).toEqual(['later'])
  })
  test('retries a failed job after its wait, fails it after the last attempt, and runs it again when an administrator restarts it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onRun = fail()
    await add('fern', { key: 'fern' })
    for (const minutes of [1, 2]) {
      await runAll()
      expect((await listed())[0]).toMatchObject({ state: 'waiting', lastError: 'Too dry' })
      vi.setSystemTime(Date.now() + minutes * 60_000 - 1000)
      const before = (await listed())[0]?.attempts
      await runAll()
      expect((await listed())[0]?.attempts).toBe(before)
      vi.setSystemTime(Date.now() + 2000)
    }
    await runAll()
    const [given] = await listed({ state: 'failed' })
    expect(given).toMatchObject({ state: 'failed', attempts: 3, lastError: 'Too dry', dueAt: null, failedAt: expect.any(String) })
    expect(await countJobs(site.ctx)).toEqual({ waiting: 0, running: 0, failed: 1, oldestSeconds: 0 })
    onRun = () => undefined
    vi.setSystemTime(Date.now() + 86_400_000)
    await runAll()
    expect(planted).toEqual([])
    const again = await site.call(admin, retryJobEndpoint, { params: { id: given?.id ?? 0 }, body: {} })
    expect([again.status, again.body.state, again.body.attempts, again.body.lastError]).toEqual([200, 'waiting', 0, null])
    expect((await lastEntryOf(site.ctx, 'job', given?.id ?? 0)).action).toBe('job.retry')
    await runAll()
    expect(planted).toEqual(['fern'])
  })
  test('restarts a failed job when it is enqueued again with its key', async () => {
    onRun = fail({ isFinal: true })
    await add('fern', { key: 'fern' })
    await runAll()
    expect((await listed())[0]).toMatchObject({ state: 'failed', attempts: 1 })
    onRun = () => undefined
    expect(await add('moss', { key: 'fern' })).toBe(true)
    await runAll()
    expect(planted).toEqual(['moss'])
  })
  test('does not count a failure with isCounted false, and holds the other jobs of the kind', async () => {
    onRun = fail({ isCounted: false, retryInMs: 60_000, holds: 'site' })
    await add('one')
    await add('two')
    await runAll()
    expect((await listed()).map(({ attempts, lastError }) => [attempts, lastError])).toEqual([
      [0, null],
      [0, 'Too dry'],
    ])
  })
  test('calls onGivenUp in the transaction that fails the job', async () => {
    const told: string[] = []
    const handler = handleJob(plant, {
      maxAttempts: 1,
      run: () => Promise.reject(new Error('Frost')),
      async onGivenUp({ db }, { name }, error) {
        told.push(`${name}: ${error}, ${db.isTransaction}`)
      },
    })
    await add('fern')
    await runDueJobs(site.ctx, [handler])
    expect(told).toEqual(['fern: Frost, true'])
  })
  test('fails a job at once whose payload does not match the schema, and leaves unknown kinds in the queue', async () => {
    await add('fern')
    await site.ctx.db.updateTable('queued_jobs').set({ payload: '{"name":5}' }).execute()
    await enqueueJob(site.ctx, defineJobKind('old.kind', z.object({})), {})
    await runAll()
    expect((await listed()).map(({ kind, state }) => [kind, state])).toEqual([
      ['garden.plant', 'failed'],
      ['old.kind', 'waiting'],
    ])
  })
  test('finish() deletes the job in the transaction of its effects', async () => {
    const writing = handleJob(plant, {
      async run(ctx, { name }, job) {
        await ctx.db.transaction().execute(async (db) => {
          await db.insertInto('settings').values({ key: name, value: '1' }).execute()
          await job.finish(db)
          if (name === 'undone') throw new Error('after all')
        })
      },
    })
    await add('done')
    await add('undone')
    await runDueJobs(site.ctx, [writing])
    const keys = await site.ctx.db.selectFrom('settings').select('key').where('key', 'in', ['done', 'undone']).execute()
    expect(keys).toEqual([{ key: 'done' }])
    expect((await listed()).map(({ payload }) => payload.name)).toEqual(['undone'])
  })
})

describe('one at a time', () => {
  test('concurrent claims return each job once', async () => {
    for (let n = 0; n < 20; n++) await add(String(n))
    await Promise.all([runAll(), runAll(), runAll(), runAll()])
    expect(planted.toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => String(n)).toSorted())
  })
  test('a job can be claimed again when its lease has expired, and the first claim no longer counts', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await add('fern')
    const lost = await claimJob(site.ctx, [plant.name], 60_000)
    expect(lost).toMatchObject({ attempts: 1 })
    expect((await listed())[0]?.state).toBe('running')
    await runAll()
    expect(planted).toEqual([])
    expect(await extendLease(site.ctx, lost!, new Date(Date.now() + 120_000).toISOString())).toBe(true)
    vi.setSystemTime(Date.now() + 61_000)
    await runAll()
    expect(planted).toEqual([])
    vi.setSystemTime(Date.now() + 60_000)
    expect((await listed())[0]?.state).toBe('waiting')
    const other = await claimJob(site.ctx, [plant.name], 60_000)
    expect(await extendLease(site.ctx, lost!, new Date().toISOString())).toBe(false)
    const late = handleJob(plant, { run: ({ db }, _payload, job) => db.transaction().execute((trx) => job.finish(trx)) })
    await executeJob(site.ctx, late, lost!, new AbortController().signal)
    expect((await listed())[0]).toMatchObject({ state: 'running', attempts: 2 })
    await executeJob(site.ctx, late, other!, new AbortController().signal)
    expect(await listed()).toEqual([])
  })
  test('releaseLeases makes running jobs due at once', async () => {
    await add('fern')
    await claimJob(site.ctx, [plant.name], 60_000)
    await releaseLeases(site.ctx, new Date().toISOString())
    await runAll()
    expect(planted).toEqual(['fern'])
  })
  test('a job that is aborted by the stop of the process has not failed', async () => {
    const stopping = new AbortController()
    const handler = handleJob(plant, {
      async run(_ctx, _payload, { signal }) {
        stopping.abort(new Error('stopping'))
        signal.throwIfAborted()
      },
    })
    await add('fern')
    const job = await claimJob(site.ctx, [plant.name], 60_000)
    await executeJob(site.ctx, handler, job!, stopping.signal)
    expect((await listed())[0]).toMatchObject({ state: 'waiting', attempts: 0, lastError: null })
  })
})

test('retryWaitMs doubles the wait, with jitter, up to six hours', () => {
  expect([1, 2, 3, 4].map((attempt) => retryWaitMs(attempt, 0) / 1000)).toEqual([15, 30, 60, 120])
  expect(retryWaitMs(1, 1)).toBe(7_500)
  expect(retryWaitMs(40, 0)).toBe(6 * 3_600_000)
})

describe('refuses', () => {
  test('discarding and restarting a running job', async () => {
    await add('fern')
    const job = await claimJob(site.ctx, [plant.name], 60_000)
    for (const endpoint of [retryJobEndpoint, discardJobEndpoint])
      expect((await site.call(admin, endpoint, { params: { id: job?.id ?? 0 } })).body.code).toBe('job.running')
  })
  test('to run a discarded job', async () => {
    await add('fern')
    const id = (await listed())[0]?.id ?? 0
    expect((await site.call(admin, discardJobEndpoint, { params: { id } })).body).toEqual({ ok: true })
    expect((await lastEntryOf(site.ctx, 'job', id)).action).toBe('job.discard')
    await runAll()
    expect(planted).toEqual([])
    expect((await site.call(admin, discardJobEndpoint, { params: { id } })).status).toBe(404)
    expect((await site.call(admin, retryJobEndpoint, { params: { id } })).status).toBe(404)
  })
  test('a payload that does not match the schema of its kind', async () => {
    await expect(enqueueJob(site.ctx, plant, { name: 5 } as unknown as { name: string })).rejects.toThrow(/name/)
  })
  test('visitors and members', async () => {
    const member = await makeUser(site.ctx)
    for (const endpoint of [listJobsEndpoint, retryJobEndpoint, discardJobEndpoint])
      for (const [who, status] of [
        [null, 401],
        [member, 403],
      ] as const)
        expect((await site.call(who, endpoint, { params: { id: 1 } })).status).toBe(status)
  })
})
