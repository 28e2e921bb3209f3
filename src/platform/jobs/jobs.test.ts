/** When a job runs, and on which sites. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Context, Installation, Log, Site } from '#platform/contract/context.ts'
import { addWriteDependencies } from '#db/changes/query-dependencies.ts'
import { notifyWriteObservers } from '#db/changes/write-observer.ts'
import { earliestDue, JobRunner, timeAfter, type Job } from './jobs.ts'
import { Semaphore } from './semaphore.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'

const NOW = '2026-11-24T12:00:00.000Z'
beforeEach(() => void vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const site = { id: 'main' } as Site
/** All that can go on without the clock. */
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
const pass = async (seconds: number) => {
  vi.advanceTimersByTime(seconds * 1000)
  await settle()
}

function startJobs(jobs: Omit<Job, 'name' | 'run'>[], run: Job['run'] = async () => undefined, isLeading = true) {
  const ran: string[] = []
  const faults: [object, string][] = []
  const written: string[][] = []
  const log = { info() {}, warn() {}, error: (about: object, message: string) => void faults.push([about, message]) } satisfies Log
  const all = jobs.map((job, at): Job => ({
    name: `job ${at}`,
    ...job,
    run: (ctx) => {
      ran.push(`job ${at}`)
      return run(ctx)
    },
  }))
  const runner = new JobRunner(all, singleSiteDirectory(site), log, (_site, tables) => void written.push([...tables]), isLeading)
  return { runner, ran, faults, written }
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

  test('is woken by a write to one of its tables, and by no other', async () => {
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

  test('that watches tables runs when its turn comes after a write, or when what it has named is due', async () => {
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

  test('that fails is logged, and tried again at its next turn', async () => {
    let isBroken = true
    const { runner, ran, faults } = startJobs([{ everySeconds: 60, watchedTables: ['topics'] }], async () => {
      if (isBroken) throw new Error('broken')
    })
    runner.start()
    await settle()
    expect(faults).toEqual([[{ err: new Error('broken'), site: 'main', job: 'job 0' }, 'job failed']])
    await pass(60)
    expect([ran.length, faults.length]).toEqual([2, 2])
    isBroken = false
    await pass(60)
    await pass(60)
    expect([ran.length, faults.length]).toEqual([3, 2])
    await runner.stop()
  })

  test('that is not due is skipped, without counting as a run', async () => {
    const dueAt: (string | null)[] = ['2026-11-24T12:10:00.000Z', '2026-11-24T12:00:00.000Z', '2026-11-24T13:00:00.000Z', null]
    const { runner, ran } = startJobs([{ everySeconds: 60, findDueAt: async () => dueAt.shift() ?? null }])
    const counted: string[] = []
    runner.around.push(async (job, _site, work) => {
      counted.push(job.name)
      await work()
    })
    runner.start()
    await settle()
    expect([ran, counted]).toEqual([[], []])
    await pass(60)
    expect([ran, counted]).toEqual([['job 0'], ['job 0']])
    await pass(60)
    expect(ran).toHaveLength(1)
    await runner.stop()
  })

  test('that is woken while it runs runs once more, and never twice at once', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let at = 0
    const { runner, ran } = startJobs([{ triggerTables: ['topics'] }], () => gates[at++]?.promise ?? Promise.resolve())
    runner.start()
    await settle()
    for (let times = 0; times < 3; times++) runner.triggerByTables(site, new Set(['topics']))
    await settle()
    expect([ran.length, runner.queue]).toEqual([1, { running: 1, waiting: 0 }])
    gates[0]?.resolve()
    await settle()
    expect(ran).toHaveLength(2)
    gates[1]?.resolve()
    await settle()
    expect([ran.length, runner.queue]).toEqual([2, { running: 0, waiting: 0 }])
    await runner.stop()
  })

  test('that is under way is waited for at the end, and not begun again', async () => {
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

  test('tells which tables it has written', async () => {
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

  test('goes through all that is done around it, the last within the first', async () => {
    const order: string[] = []
    const { runner } = startJobs([{}], async () => void order.push('work'))
    for (const name of ['outer', 'inner'])
      runner.around.push(async (job, { id }, work) => {
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

test('a process that does not lead does only what each does for itself; when it begins to lead it does all', async () => {
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

test('eight run at once, of each of the two sorts', async () => {
  const gate = Promise.withResolvers<void>()
  const jobs = Array.from({ length: 20 }, (_, at) => (at < 10 ? {} : { isForEveryProcess: true as const }))
  const { runner, ran } = startJobs(jobs, () => gate.promise)
  runner.start()
  await settle()
  expect([ran.length, runner.queue]).toEqual([16, { running: 20, waiting: 4 }])
  gate.resolve()
  await settle()
  expect([ran.length, runner.queue]).toEqual([20, { running: 0, waiting: 0 }])
  await runner.stop()
})

test('a place that is given back by what has failed is free again', async () => {
  const places = new Semaphore(1)
  const failing = places.run(() => Promise.reject(new Error('broken')))
  const next = places.run(async () => 'next')
  expect(places.waiting).toBe(1)
  await expect(failing).rejects.toThrow('broken')
  expect([await next, places.waiting, await places.run(async () => 'last')]).toEqual(['next', 0, 'last'])
})

test('when something is due', () => {
  expect(timeAfter('2026-11-24T12:00:00.000Z', 1500)).toBe('2026-11-24T12:00:01.500Z')
  expect([timeAfter(null, 1), timeAfter(undefined, 1)]).toEqual([null, undefined])
  expect(earliestDue('2026-11-25', null, '2026-11-24', undefined)).toBe('2026-11-24')
  expect(earliestDue(null, undefined)).toBeUndefined()
})

test('what is written without a word is noticed at the next turn of the jobs that watch it, on its own site', async () => {
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

test('a job that is due at this very moment runs', async () => {
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

test('a job works as nobody, on each site, with what the site may do with others', async () => {
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
  const runner = new JobRunner([job], sites, log, () => undefined)
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
