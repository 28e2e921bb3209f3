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
/** Waits for everything that does not depend on the clock. */
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
const pass = async (seconds: number) => {
  vi.advanceTimersByTime(seconds * 1000)
  await settle()
}

function startJobs(jobs: Omit<Job, 'name' | 'run'>[], run: Job['run'] = async () => undefined, isLeading = true) {
  const ran: string[] = []
  const errors: [object, string][] = []
  const written: string[][] = []
  const log = { info() {}, warn() {}, error: (about: object, message: string) => void errors.push([about, message]) } satisfies Log
  const all = jobs.map((job, at): Job => ({
    name: `job ${at}`,
    ...job,
    run: (ctx) => {
      ran.push(`job ${at}`)
      return run(ctx)
    },
  }))
  const environment: JobEnvironment = {
    sites: singleSiteDirectory(site),
    log,
    around: [],
    afterWrite: (_site, tables) => void written.push([...tables]),
  }
  const runner = new RecurringJobRunner(all, environment, isLeading)
  return { runner, ran, errors, written, around: environment.around }
}

describe('a job', () => {
  test('runs at the start, and then at its interval', async () => {
    const { runner, ran } = startJobs([{ everySeconds: 60 }, {}])
    runner.triggerAll(site)
    await settle()
    expect(ran).toEqual([])
    runner.start()
    await settle()
    expect(ran).toEqual(['job 0', 'job 1'])
    await pass(59)
    expect(ran).toHaveLength(2)
    await pass(1)
    expect(ran.slice(2)).toEqual(['job 0'])
    await runner.stop()
    await pass(120)
    runner.triggerAll(site)
    await settle()
    expect(ran).toHaveLength(3)
  })

  test('runs after a write to one of its trigger tables, and after no other write', async () => {
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
    let next: string | undefined
    const { runner, ran } = startJobs([{ everySeconds: 60, watchedTables: ['topics'] }], async () => next)
    runner.start()
    await settle()
    await pass(60)
    expect(ran).toHaveLength(1)
    runner.triggerByTables(site, new Set(['products']))
    await pass(60)
    expect(ran).toHaveLength(1)
    next = '2026-11-24T12:05:00.000Z'
    runner.triggerByTables(site, new Set(['topics', 'products']))
    await settle()
    expect(ran).toHaveLength(1)
    await pass(60)
    expect(ran).toHaveLength(2)
    await pass(60)
    expect(ran).toHaveLength(2)
    next = undefined
    await pass(60)
    expect(ran).toHaveLength(3)
    await pass(60)
    expect(ran).toHaveLength(3)
    await runner.stop()
  })

  test('is logged and runs again at its next interval after it has failed', async () => {
    let isBroken = true
    const { runner, ran, errors } = startJobs([{ everySeconds: 60, watchedTables: ['topics'] }], async () => {
      if (isBroken) throw new Error('broken')
    })
    runner.start()
    await settle()
    expect(errors).toEqual([[{ err: new Error('broken'), site: 'main', job: 'job 0' }, 'job failed']])
    await pass(60)
    expect(ran).toHaveLength(2)
    expect(errors).toHaveLength(2)
    isBroken = false
    await pass(60)
    await pass(60)
    expect(ran).toHaveLength(3)
    expect(errors).toHaveLength(2)
    await runner.stop()
  })

  test('is skipped before the time of findDueAt, which counts as no run', async () => {
    const dueAt: (string | null)[] = ['2026-11-24T12:10:00.000Z', '2026-11-24T12:00:00.000Z', '2026-11-24T13:00:00.000Z', null]
    const { runner, ran, around } = startJobs([{ everySeconds: 60, findDueAt: async () => dueAt.shift() ?? null }])
    const counted: string[] = []
    around.push(async (job, _site, work) => {
      counted.push(job.name)
      await work()
    })
    runner.start()
    await settle()
    expect(ran).toEqual([])
    expect(counted).toEqual([])
    await pass(60)
    expect(ran).toEqual(['job 0'])
    expect(counted).toEqual(['job 0'])
    await pass(60)
    expect(ran).toHaveLength(1)
    await runner.stop()
  })

  test('runs once more, and never twice at once, when it is triggered during its run', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let at = 0
    const { runner, ran } = startJobs([{ triggerTables: ['topics'] }], () => gates[at++]?.promise ?? Promise.resolve())
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

  test('delays stop() until its run has ended, and does not run again', async () => {
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
    const quiet = startJobs([{}])
    quiet.runner.start()
    await settle()
    expect(quiet.written).toEqual([])
    await quiet.runner.stop()
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

test('a process runs only the jobs of every process until it becomes the leader, and then all', async () => {
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

test('at most eight jobs of the leader and eight of every process run at once', async () => {
  const gate = Promise.withResolvers<void>()
  const jobs = Array.from({ length: 20 }, (_, at) => (at < 10 ? {} : { isForEveryProcess: true as const }))
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

test('a write without invalidation counts as a write for the watching jobs of its site', async () => {
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
  await pass(60)
  expect(ran).toEqual([])
  notifyWriteObservers('main', ['articles', 'replies'])
  await settle()
  expect(ran).toEqual([])
  await pass(60)
  expect(ran).toEqual(['job 0'])
  await pass(60)
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
  await pass(60)
  expect(ran).toHaveLength(1)
  await pass(60)
  expect(ran).toHaveLength(2)
  await runner.stop()
})

test('a job runs on each site without a viewer, with the installation on the main site', async () => {
  const other = { id: 'other' } as Site
  const seen: Context[] = []
  const installation = {} as Installation
  const sites = {
    ...singleSiteDirectory(site),
    list: () => [site, other],
    installationFor: (one: Site) => (one === site ? installation : undefined),
  }
  const log: Log = { info() {}, warn() {}, error() {} }
  const job: Job = { name: 'one', everySeconds: 60, run: async (ctx) => void seen.push(ctx) }
  const runner = new RecurringJobRunner([job], { sites, log, around: [], afterWrite: () => undefined })
  runner.start()
  await settle()
  expect(seen).toEqual([
    { site, db: undefined, viewer: null, log, installation },
    { site: other, db: undefined, viewer: null, log },
  ])
  await pass(60)
  expect(seen).toHaveLength(4)
  await runner.stop()
})
