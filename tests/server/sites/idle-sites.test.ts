/** Idle sites cost nothing: hundreds of them cause no statement within an hour, and a job in one queue runs at once. */
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { setQueryObserver } from '#db/query-observer.ts'
import { handleJob } from '#features/job-queue/job-handler.service.ts'
import { sendMailJob } from '#features/mail/mail-job.service.ts'
import type { Site } from '#platform/contract/context.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'
import type { BuiltApp } from '#app/build-app.ts'
import { jobHandlers, jobs } from '#app/registry.ts'

/** At night; fewer by day, because each takes time to create, on PostgreSQL up to a second. */
const MANY = 500
const SOME = 100
const FEW = 20
const onServer = Boolean(inject('databaseUrl') as string | undefined)
const MINUTE = 60_000

let opened: TestSites
let built: BuiltApp
let sites: Site[]
let statements: string[] = []
const sent: { site: string; mailId: number }[] = []
const before = setQueryObserver((sql) => void statements.push(sql))
/** The real timer, unaffected by the fake timers below. */
const realTimeout = globalThis.setTimeout

beforeAll(async () => {
  opened = await openTestSites({ content: 'empty', count: isNightly ? MANY : onServer ? FEW : SOME })
  sites = opened.sites
  // With fake timeouts the PostgreSQL driver would time out before its response arrives.
  const ours = onServer ? [] : (['setTimeout', 'clearTimeout'] as const)
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', ...ours] })
  const { watchChanges } = opened.engine
  built = await buildTestApp({
    sites: {
      main: opened.main,
      findByHost: (host) => sites.find(({ id }) => host === `${id.replaceAll('_', '-')}.example.org`),
      isOpen: (site) => sites.includes(site),
      list: () => sites,
    },
    jobs,
    jobHandlers: [
      ...jobHandlers,
      handleJob(sendMailJob, { run: async ({ site }, { mailId }) => void sent.push({ site: site.id, mailId }) }),
    ],
    watchChanges,
  })
  statements = []
  await built.app.ready()
  // Every job runs once for each site, and its queue is read.
  while (statements.filter((sql) => /queued_jobs/.test(sql)).length < sites.length) await tick()
  await untilQuiet()
}, 60 * MINUTE)
afterAll(async () => {
  vi.useRealTimers()
  setQueryObserver(before)
  await built.app.close()
  await opened.close()
}, 60 * MINUTE)

const tick = () => new Promise((resolve) => realTimeout(resolve, 50))

/** Resolves when no statement was sent to any database for two seconds. */
async function untilQuiet(): Promise<void> {
  for (let same = 0, count = -1; same < 40; same = count === statements.length ? same + 1 : 0) {
    count = statements.length
    await tick()
  }
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await untilQuiet()
}

test('idle sites cause no statements', async () => {
  expect(statements.length).toBeGreaterThan(sites.length * jobs.length)
  statements = []
  await pass(MINUTE)
  expect(statements).toEqual([])
  await pass(60 * MINUTE)
  expect(statements).toEqual([])
})

testAtNight('a job queued on one site runs at once and causes no statements on the others', async () => {
  const site = sites[7] as Site
  statements = []
  const host = `${site.id.replaceAll('_', '-')}.example.org`
  const response = await built.app.inject({
    method: 'POST',
    url: '/api/newsletter',
    headers: { host },
    payload: { email: 'ann@example.org' },
  })
  expect(response.statusCode, response.body).toBeLessThan(300)
  await vi.waitUntil(() => sent.length > 0, { timeout: 60_000 })
  expect(sent).toEqual([{ site: site.id, mailId: 1 }])
  await untilQuiet()
  expect(statements.filter((sql) => /queued_jobs/.test(sql)).length).toBeLessThan(10)
  await pass(60 * MINUTE)
  statements = []
  await pass(MINUTE)
  expect(statements).toEqual([])
})
