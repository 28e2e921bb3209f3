import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Context, Installation, Log, Site } from '#platform/contract/context.ts'
import { addWriteDependencies } from '#db/changes/query-dependencies.ts'
import { notifyWriteObservers } from '#db/changes/write-observer.ts'
import type { JobEnvironment } from './job-environment.ts'
import type { Job } from './jobs.ts'
import { RecurringJobRunner } from './recurring-job-runner.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'

const NOW = '2026-11-24T12:00:00.000Z'
beforeEach(() => void vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const site = { id: 'main' } as Site
/** Waits until all work is done that does not depend on the clock. */
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
const advanceClock = async (seconds: number) => {
  vi.advanceTimersByTime(seconds * 1000)
  await settle()
}

function startJobs(jobs: Omit<Job, 'name' | 'run'>[], run: Job['run'] = async () => undefined, isLeading = true) {
  const jobsRun: string[] = []
  const errors: [object, string][] = []
  const writtenTables: string[][] = []
  const log = { info() {}, warn() {}, error: (fields: object, message: string) => void errors.push([fields, message]) } satisfies Log
  const namedJobs = jobs.map((job, index): Job => ({
    name: `job ${index}`,
    ...job,
    run: (ctx) => {
      jobsRun.push(`job ${index}`)
      return run(ctx)
    },
  }))
  const environment: JobEnvironment = {
    sites: singleSiteDirectory(site),
    log,
    around: [],
    afterWrite: (_site, tables) => void writtenTables.push([...tables]),
  }
  const runner = new RecurringJobRunner(namedJobs, environment, isLeading)
  return { runner, ran: jobsRun, errors, written: writtenTables, around: environment.around }
}

describe('a job', () => {
  test('runs at the start and then at its interval, and not after stop()', async () => {
    const { runner, ran } = startJobs([{ everySeconds: 60 }, {}])
    runner.triggerAll(site)
    await settle()
    expect(ran).toEqual([])
    runner.start()
    await settle()
    expect(ran).toEqual(['job 0', 'job 1'])
    await advanceClock(59)
    expect(ran).toHaveLength(2)
    await advanceClock(1)
    expect(ran.slice(2)).toEqual(['job 0'])
    await runner.stop()
    await advanceClock(120)
    runner.triggerAll(site)
    await settle()
    expect(ran).toHaveLength(3)
  })

  test('runs after a write to one of its trigger tables, and not after a write to other tables', async () => {
    const { runner, ran } = startJobs([{ triggerTables: ['topics', 'replies'] }, {}])
    runner.start()
    await settle()
    runner.triggerByTables(site, new Set(['products']))
    await settle()
    expect(ran).toHaveLength(2)
    runner.triggerByTables(site, new Set(['products', 'replies']))
    await settle()
    expect(ran.slice(2)).toEqual(['job 0'])
    await runner.stop()
  })

  test('runs at its interval only after a write to a watched table, or at the time that its last run returned', async () => {
    let nextDue: string | undefined
    const { runner, ran } = startJobs([{ everySeconds: 60, watchedTables: ['topics'] }], async () => nextDue)
    runner.start()
    await settle()
    await advanceClock(60)
    expect(ran).toHaveLength(1)
    runner.triggerByTables(site, new Set(['products']))
    await advanceClock(60)
    expect(ran).toHaveLength(1)
    nextDue = '2026-11-24T12:05:00.000Z'
    runner.triggerByTables(site, new Set(['topics', 'products']))
    await settle()
    expect(ran).toHaveLength(1)
    await advanceClock(60)
    expect(ran).toHaveLength(2)
    await advanceClock(60)
    expect(ran).toHaveLength(2)
    nextDue = undefined
    await advanceClock(60)
    expect(ran).toHaveLength(3)
    await advanceClock(60)
    expect(ran).toHaveLength(3)
    await runner.stop()
  })

  test('runs again at its next interval after it has failed, and the failure is logged', async () => {
    let shouldFail = true
    const { runner, ran, errors } = startJobs([{ everySeconds: 60, watchedTables: ['topics'] }], async () => {
      if (shouldFail) throw new Error('broken')
    })
    runner.start()
    await settle()
    expect(errors).toEqual([[{ err: new Error('broken'), site: 'main', job: 'job 0' }, 'job failed']])
    await advanceClock(60)
    expect(ran).toHaveLength(2)
    expect(errors).toHaveLength(2)
    shouldFail = false
    await advanceClock(60)
    await advanceClock(60)
    expect(ran).toHaveLength(3)
    expect(errors).toHaveLength(2)
    await runner.stop()
  })

  test('is skipped before the time of findDueAt, and a skipped run is not counted', async () => {
    const dueAt: (string | null)[] = ['2026-11-24T12:10:00.000Z', '2026-11-24T12:00:00.000Z', '2026-11-24T13:00:00.000Z', null]
    const { runner, ran, around } = startJobs([{ everySeconds: 60, findDueAt: async () => dueAt.shift() ?? null }])
    const jobsCounted: string[] = []
    around.push(async (job, _site, work) => {
      jobsCounted.push(job.name)
      await work()
    })
    runner.start()
    await settle()
    expect(ran).toEqual([])
    expect(jobsCounted).toEqual([])
    await advanceClock(60)
    expect(ran).toEqual(['job 0'])
    expect(jobsCounted).toEqual(['job 0'])
    await advanceClock(60)
    expect(ran).toHaveLength(1)
    await runner.stop()
  })

  test('runs once more after its run, and not concurrently, if it is triggered during the run', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let runIndex = 0
    const { runner, ran } = startJobs([{ triggerTables: ['topics'] }], () => gates[runIndex++]?.promise ?? Promise.resolve())
    runner.start()
    await settle()
    for (let times = 0; times < 3; times++) runner.triggerByTables(site, new Set(['topics']))
    await settle()
    expect(ran).toHaveLength(1)
    expect(runner.queue).toEqual({ running: 1, waiting: 0 })
    gates[0]?.resolve()
    await settle()
    expect(ran).toHaveLength(2)
    gates[1]?.resolve()
    await settle()
    expect(ran).toHaveLength(2)
    expect(runner.queue).toEqual({ running: 0, waiting: 0 })
    await runner.stop()
  })

  test('delays stop() until its run has ended, and does not run again after it', async () => {
    const gate = Promise.withResolvers<void>()
    const { runner, ran } = startJobs([{}], () => gate.promise)
    runner.start()
    await settle()
    runner.triggerAll(site)
    let isStopped = false
    const stopping = runner.stop().then(() => (isStopped = true))
    await settle()
    expect(isStopped).toBe(false)
    gate.resolve()
    await stopping
    expect(ran).toHaveLength(1)
  })

  test('reports the tables that it has written', async () => {
    const { runner, written } = startJobs([{ triggerTables: ['x'] }], async () => addWriteDependencies(new Set(['topics'])))
    runner.start()
    await settle()
    expect(written).toEqual([['topics']])
    await runner.stop()
    const jobsWithoutWrites = startJobs([{}])
    jobsWithoutWrites.runner.start()
    await settle()
    expect(jobsWithoutWrites.written).toEqual([])
    await jobsWithoutWrites.runner.stop()
  })

  test('runs inside the around functions, of which the first is the outermost', async () => {
    const order: string[] = []
    const { runner, around } = startJobs([{}], async () => void order.push('work'))
    for (const name of ['outer', 'inner'])
      around.push(async (job, { id }, work) => {
        order.push(`${name} ${job.name} ${id}`)
        await work()
        order.push(name)
      })
    runner.start()
    await settle()
    expect(order).toEqual(['outer job 0 main', 'inner job 0 main', 'work', 'inner', 'outer'])
    await runner.stop()
  })
})

test('a process runs only jobs with isForEveryProcess until it becomes the leader, and then all jobs', async () => {
  const { runner, ran } = startJobs([{}, { isForEveryProcess: true }], undefined, false)
  runner.start()
  await settle()
  expect(ran).toEqual(['job 1'])
  runner.lead(false)
  await settle()
  expect(ran).toEqual(['job 1'])
  runner.lead(true)
  await settle()
  expect(ran.toSorted()).toEqual(['job 0', 'job 1', 'job 1'])
  await runner.stop()
})

test('at most eight jobs of the leader and eight jobs with isForEveryProcess run at once', async () => {
  const gate = Promise.withResolvers<void>()
  const jobs = Array.from({ length: 20 }, (_, index) => (index < 10 ? {} : { isForEveryProcess: true as const }))
  const { runner, ran } = startJobs(jobs, () => gate.promise)
  runner.start()
  await settle()
  expect(ran).toHaveLength(16)
  expect(runner.queue).toEqual({ running: 20, waiting: 4 })
  gate.resolve()
  await settle()
  expect(ran).toHaveLength(20)
  expect(runner.queue).toEqual({ running: 0, waiting: 0 })
  await runner.stop()
})

test('a write without invalidation counts as a write for jobs that watch its table on the same site', async () => {
  const { runner, ran } = startJobs([
    { everySeconds: 60, watchedTables: ['topics', 'replies'] },
    { everySeconds: 60, watchedTables: ['products'] },
    { everySeconds: 60, watchedTables: [] },
  ])
  runner.start()
  await settle()
  ran.length = 0
  notifyWriteObservers('elsewhere', ['topics'])
  notifyWriteObservers('main', ['articles'])
  await advanceClock(60)
  expect(ran).toEqual([])
  notifyWriteObservers('main', ['articles', 'replies'])
  await settle()
  expect(ran).toEqual([])
  await advanceClock(60)
  expect(ran).toEqual(['job 0'])
  await advanceClock(60)
  await runner.stop()
  notifyWriteObservers('main', ['topics'])
  expect(ran).toEqual(['job 0'])
})

test('a job runs at exactly the time that its last run returned', async () => {
  const { runner, ran } = startJobs([{ everySeconds: 60, watchedTables: ['topics'] }], async () =>
    ran.length === 1 ? '2026-11-24T12:02:00.000Z' : null,
  )
  runner.start()
  await settle()
  await advanceClock(60)
  expect(ran).toHaveLength(1)
  await advanceClock(60)
  expect(ran).toHaveLength(2)
  await runner.stop()
})

test('a job runs on each site without a viewer, with the installation on the main site', async () => {
  const otherSite = { id: 'other' } as Site
  const contexts: Context[] = []
  const installation = {} as Installation
  const sites = {
    ...singleSiteDirectory(site),
    list: () => [site, otherSite],
    installationFor: (requestedSite: Site) => (requestedSite === site ? installation : undefined),
  }
  const log: Log = { info() {}, warn() {}, error() {} }
  const job: Job = { name: 'one', everySeconds: 60, run: async (ctx) => void contexts.push(ctx) }
  const runner = new RecurringJobRunner([job], { sites, log, around: [], afterWrite: () => undefined })
  runner.start()
  await settle()
  expect(contexts).toEqual([
    { site, db: undefined, viewer: null, log, installation },
    { site: otherSite, db: undefined, viewer: null, log },
  ])
  await advanceClock(60)
  expect(contexts).toHaveLength(4)
  await runner.stop()
})
