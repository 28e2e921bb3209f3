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

const plantJob = defineJobKind('garden.plant', z.object({ name: z.string() }))
let site: TestSite
let admin: Viewer
const plantedNames: string[] = []
type RunHook = (name: string, job: RunningJob) => void
let onRun: RunHook = () => undefined
const plantHandler = handleJob(plantJob, {
  maxAttempts: 3,
  getRetryDelayMs: (attempt) => attempt * 60_000,
  async run(_ctx, { name }, job) {
    onRun(name, job)
    plantedNames.push(name)
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
  plantedNames.length = 0
  await site.ctx.db.deleteFrom('queued_jobs').execute()
})

const enqueuePlant = (name: string, options: Parameters<typeof enqueueJob>[3] = {}) => enqueueJob(site.ctx, plantJob, { name }, options)
const runJobs = () => runDueJobs(site.ctx, [plantHandler])
const listJobs = async (query = {}): Promise<QueuedJob[]> => (await site.call(admin, listJobsEndpoint, { query })).body
const failWith =
  (options: ConstructorParameters<typeof JobFailure>[1] = {}): RunHook =>
  () => {
    throw new JobFailure('Too dry', options)
  }

describe('the job queue', () => {
  test('runs urgent jobs before older ones, and bulk jobs last', async () => {
    await enqueuePlant('newsletter', { priority: 'bulk' })
    await enqueuePlant('one')
    await enqueuePlant('two')
    await enqueuePlant('password', { priority: 'urgent' })
    expect((await listJobs()).map(({ payload }) => payload.name)).toEqual(['password', 'one', 'two', 'newsletter'])
    await runJobs()
    expect(plantedNames).toEqual(['password', 'one', 'two', 'newsletter'])
    expect(await listJobs()).toEqual([])
  })
  test('adds no job when the transaction is rolled back', async () => {
    const rolledBack = site.ctx.db.transaction().execute(async (db) => {
      await enqueueJob({ db }, plantJob, { name: 'no' })
      throw new Error('taken back')
    })
    await expect(rolledBack).rejects.toThrow('taken back')
    await runJobs()
    expect(plantedNames).toEqual([])
  })
  test('has at most one job per key until the job is done', async () => {
    expect([
      await enqueuePlant('a', { key: 'k' }),
      await enqueuePlant('b', { key: 'k' }),
      await enqueuePlant('c', { key: 'other' }),
    ]).toEqual([true, false, true])
    await runJobs()
    expect(plantedNames).toEqual(['a', 'c'])
    expect(await enqueuePlant('b', { key: 'k' })).toBe(true)
    expect([await cancelJob(site.ctx, plantJob, 'k'), await cancelJob(site.ctx, plantJob, 'k')]).toEqual([1, 0])
    await runJobs()
    expect(plantedNames).toEqual(['a', 'c'])
  })
  test('starts a job at its scheduled time, not before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await enqueuePlant('later', { at: new Date(Date.now() + 60_000) })
    await runJobs()
    expect([plantedNames, (await listJobs())[0]]).toEqual([[], expect.objectContaining({ state: 'waiting', attempts: 0 })])
    expect((await countJobs(site.ctx)).oldestSeconds).toBe(0)
    vi.setSystemTime(Date.now() + 61_000)
    expect((await countJobs(site.ctx)).oldestSeconds).toBeCloseTo(1, 0)
    await runJobs()
    expect(plantedNames).toEqual(['later'])
  })
  test('retries a job after its delay, fails it after the last attempt, and runs it again when an administrator restarts it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onRun = failWith()
    await enqueuePlant('fern', { key: 'fern' })
    for (const minutes of [1, 2]) {
      await runJobs()
      expect((await listJobs())[0]).toMatchObject({ state: 'waiting', lastError: 'Too dry' })
      vi.setSystemTime(Date.now() + minutes * 60_000 - 1000)
      const attemptsBefore = (await listJobs())[0]?.attempts
      await runJobs()
      expect((await listJobs())[0]?.attempts).toBe(attemptsBefore)
      vi.setSystemTime(Date.now() + 2000)
    }
    await runJobs()
    const [failedJob] = await listJobs({ state: 'failed' })
    expect(failedJob).toMatchObject({ state: 'failed', attempts: 3, lastError: 'Too dry', dueAt: null, failedAt: expect.any(String) })
    expect(await countJobs(site.ctx)).toEqual({ waiting: 0, running: 0, failed: 1, oldestSeconds: 0 })
    onRun = () => undefined
    vi.setSystemTime(Date.now() + 86_400_000)
    await runJobs()
    expect(plantedNames).toEqual([])
    const retryResponse = await site.call(admin, retryJobEndpoint, { params: { id: failedJob?.id ?? 0 }, body: {} })
    expect([retryResponse.status, retryResponse.body.state, retryResponse.body.attempts, retryResponse.body.lastError]).toEqual([
      200,
      'waiting',
      0,
      null,
    ])
    expect((await lastEntryOf(site.ctx, 'job', failedJob?.id ?? 0)).action).toBe('job.retry')
    await runJobs()
    expect(plantedNames).toEqual(['fern'])
  })
  test('restarts a failed job when it is enqueued again with its key', async () => {
    onRun = failWith({ isFinal: true })
    await enqueuePlant('fern', { key: 'fern' })
    await runJobs()
    expect((await listJobs())[0]).toMatchObject({ state: 'failed', attempts: 1 })
    onRun = () => undefined
    expect(await enqueuePlant('moss', { key: 'fern' })).toBe(true)
    await runJobs()
    expect(plantedNames).toEqual(['moss'])
  })
  test('does not count an attempt with isCounted false, and does not start other jobs of the kind when they are held', async () => {
    onRun = failWith({ isCounted: false, retryInMs: 60_000, pauses: 'site' })
    await enqueuePlant('one')
    await enqueuePlant('two')
    await runJobs()
    expect((await listJobs()).map(({ attempts, lastError }) => [attempts, lastError])).toEqual([
      [0, null],
      [0, 'Too dry'],
    ])
  })
  test('calls onFinalFailure in the transaction that fails the job', async () => {
    const givenUp: string[] = []
    const handler = handleJob(plantJob, {
      maxAttempts: 1,
      run: () => Promise.reject(new Error('Frost')),
      async onFinalFailure({ db }, { name }, error) {
        givenUp.push(`${name}: ${error}, ${db.isTransaction}`)
      },
    })
    await enqueuePlant('fern')
    await runDueJobs(site.ctx, [handler])
    expect(givenUp).toEqual(['fern: Frost, true'])
  })
  test('fails a job at once if its payload does not match the schema, and leaves jobs of unknown kinds in the queue', async () => {
    await enqueuePlant('fern')
    await site.ctx.db.updateTable('queued_jobs').set({ payload: '{"name":5}' }).execute()
    await enqueueJob(site.ctx, defineJobKind('old.kind', z.object({})), {})
    await runJobs()
    expect((await listJobs()).map(({ kind, state }) => [kind, state])).toEqual([
      ['garden.plant', 'failed'],
      ['old.kind', 'waiting'],
    ])
  })
  test('deletes a job in the transaction of its effects when the handler calls finish()', async () => {
    const writingHandler = handleJob(plantJob, {
      async run(ctx, { name }, job) {
        await ctx.db.transaction().execute(async (db) => {
          await db.insertInto('settings').values({ key: name, value: '1' }).execute()
          await job.finish(db)
          if (name === 'undone') throw new Error('after all')
        })
      },
    })
    await enqueuePlant('done')
    await enqueuePlant('undone')
    await runDueJobs(site.ctx, [writingHandler])
    const keys = await site.ctx.db.selectFrom('settings').select('key').where('key', 'in', ['done', 'undone']).execute()
    expect(keys).toEqual([{ key: 'done' }])
    expect((await listJobs()).map(({ payload }) => payload.name)).toEqual(['undone'])
  })
})

describe('a claim', () => {
  test('is given for each job only once under concurrency', async () => {
    for (let n = 0; n < 20; n++) await enqueuePlant(String(n))
    await Promise.all([runJobs(), runJobs(), runJobs(), runJobs()])
    expect(plantedNames.toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => String(n)).toSorted())
  })
  test('is possible again when the lease has expired, and the first claim is invalid from then on', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await enqueuePlant('fern')
    const lostClaim = await claimJob(site.ctx, [plantJob.name], 60_000)
    expect(lostClaim).toMatchObject({ attempts: 1 })
    expect((await listJobs())[0]?.state).toBe('running')
    await runJobs()
    expect(plantedNames).toEqual([])
    expect(await extendLease(site.ctx, lostClaim!, new Date(Date.now() + 120_000).toISOString())).toBe(true)
    vi.setSystemTime(Date.now() + 61_000)
    await runJobs()
    expect(plantedNames).toEqual([])
    vi.setSystemTime(Date.now() + 60_000)
    expect((await listJobs())[0]?.state).toBe('waiting')
    const secondClaim = await claimJob(site.ctx, [plantJob.name], 60_000)
    expect(await extendLease(site.ctx, lostClaim!, new Date().toISOString())).toBe(false)
    const finishingHandler = handleJob(plantJob, { run: ({ db }, _payload, job) => db.transaction().execute((trx) => job.finish(trx)) })
    await executeJob(site.ctx, finishingHandler, lostClaim!, new AbortController().signal)
    expect((await listJobs())[0]).toMatchObject({ state: 'running', attempts: 2 })
    await executeJob(site.ctx, finishingHandler, secondClaim!, new AbortController().signal)
    expect(await listJobs()).toEqual([])
  })
  test('is released by releaseLeases, which makes running jobs due at once', async () => {
    await enqueuePlant('fern')
    await claimJob(site.ctx, [plantJob.name], 60_000)
    await releaseLeases(site.ctx, new Date().toISOString())
    await runJobs()
    expect(plantedNames).toEqual(['fern'])
  })
  test('that is aborted because the process stops is not a failed attempt', async () => {
    const stopping = new AbortController()
    const handler = handleJob(plantJob, {
      async run(_ctx, _payload, { signal }) {
        stopping.abort(new Error('stopping'))
        signal.throwIfAborted()
      },
    })
    await enqueuePlant('fern')
    const job = await claimJob(site.ctx, [plantJob.name], 60_000)
    await executeJob(site.ctx, handler, job!, stopping.signal)
    expect((await listJobs())[0]).toMatchObject({ state: 'waiting', attempts: 0, lastError: null })
  })
})

test('retryWaitMs doubles the delay with each attempt, up to six hours, and reduces it by jitter', () => {
  expect([1, 2, 3, 4].map((attempt) => retryWaitMs(attempt, 0) / 1000)).toEqual([15, 30, 60, 120])
  expect(retryWaitMs(1, 1)).toBe(7_500)
  expect(retryWaitMs(40, 0)).toBe(6 * 3_600_000)
})

describe('rejections', () => {
  test('an administrator can neither discard nor restart a running job', async () => {
    await enqueuePlant('fern')
    const job = await claimJob(site.ctx, [plantJob.name], 60_000)
    for (const endpoint of [retryJobEndpoint, discardJobEndpoint])
      expect((await site.call(admin, endpoint, { params: { id: job?.id ?? 0 } })).body.code).toBe('job.running')
  })
  test('a discarded job is not run, and retrying or discarding it again returns 404', async () => {
    await enqueuePlant('fern')
    const id = (await listJobs())[0]?.id ?? 0
    expect((await site.call(admin, discardJobEndpoint, { params: { id } })).body).toEqual({ ok: true })
    expect((await lastEntryOf(site.ctx, 'job', id)).action).toBe('job.discard')
    await runJobs()
    expect(plantedNames).toEqual([])
    expect((await site.call(admin, discardJobEndpoint, { params: { id } })).status).toBe(404)
    expect((await site.call(admin, retryJobEndpoint, { params: { id } })).status).toBe(404)
  })
  test('enqueueJob throws for a payload that does not match the schema of its kind', async () => {
    await expect(enqueueJob(site.ctx, plantJob, { name: 5 } as unknown as { name: string })).rejects.toThrow(/name/)
  })
  test('visitors get 401 and members 403', async () => {
    const member = await makeUser(site.ctx)
    for (const endpoint of [listJobsEndpoint, retryJobEndpoint, discardJobEndpoint])
      for (const [who, status] of [
        [null, 401],
        [member, 403],
      ] as const)
        expect((await site.call(who, endpoint, { params: { id: 1 } })).status).toBe(status)
  })
})
