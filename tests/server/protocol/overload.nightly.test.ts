/** A process that has too much to do says so at once, to people in words and to programs in the API's form; what is kept is sent on. */
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '#platform/config/limit-settings.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import type { WorkerResponse } from '#tests/support/ask.worker.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'
import type { BuiltApp } from '#app/build-app.ts'

const OFF = { delayMs: 0, utilisation: 0, heapShare: 0, memoryBytes: 0 }

let opened: TestSites
const built: BuiltApp[] = []
beforeAll(async () => {
  opened = await openTestSites({ content: 'demo' })
})
afterAll(async () => {
  for (const { app } of built) await app.close()
  await opened.close()
})

async function listen(overload: Partial<typeof OFF>) {
  const limits = { ...DEFAULT_LIMITS, overload: { ...OFF, ...overload } }
  const one = await buildTestApp({ sites: singleSiteDirectory(opened.main), pages: true, limits })
  built.push(one)
  await one.app.listen({ port: 0, host: '127.0.0.1' })
  return { app: one.app, url: `http://localhost:${(one.app.server.address() as AddressInfo).port}` }
}

/** From another thread, as this one is held. */
async function ask(url: string, path: string, accept = 'text/html'): Promise<WorkerResponse> {
  const worker = new Worker(new URL('../../support/ask.worker.ts', import.meta.url), { workerData: { url: url + path, accept } })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

/** Holds the thread again and again, as too many requests would, until `work` is done. */
async function whileHeld<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let isDone = false
  const hold = () => {
    if (isDone) return
    for (const until = performance.now() + ms; performance.now() < until;);
    setImmediate(hold)
  }
  hold()
  return work().finally(() => (isDone = true))
}

test('a thread that is held: 503 at once with a time to come again; kept pages, files and the health go on, and it passes', async () => {
  const { app, url } = await listen({ delayMs: 25 })
  // Twice: from then on it is kept.
  for (let n = 0; n < 2; n++) expect((await ask(url, '/about')).status).toBe(200)
  await whileHeld(50, async () => {
    while (!app.isOverloaded()) await new Promise((resolve) => setTimeout(resolve, 20))
    const page = await ask(url, '/articles?page=2')
    expect([page.status, page.headers['retry-after'], page.headers['cache-control']]).toEqual([503, '10', 'no-store'])
    expect(page.text).toContain('<h1>The site is very busy just now. Please try again in a moment.</h1>')
    expect(page.headers['content-security-policy']).toContain("default-src 'self'")
    const call = await ask(url, '/api/articles', 'application/json')
    expect([call.status, call.headers['retry-after'], JSON.parse(call.text).code]).toEqual([503, '10', 'site.busy'])
    expect(call.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    expect((await ask(url, '/about')).status).toBe(200)
    expect((await ask(url, '/healthz')).status).toBe(200)
    const ready = await ask(url, '/readyz')
    expect([ready.status, JSON.parse(ready.text)]).toEqual([503, { status: 'not ready', reason: 'overloaded' }])
  })
  while (app.isOverloaded()) await new Promise((resolve) => setTimeout(resolve, 20))
  expect((await ask(url, '/articles?page=2')).status).toBe(200)
  expect((await ask(url, '/readyz')).status).toBe(200)
})

test('a process that is busy for more of its time than is set', async () => {
  const { app, url } = await listen({ utilisation: 0.5 })
  await whileHeld(20, async () => {
    while (!app.isOverloaded()) await new Promise((resolve) => setTimeout(resolve, 20))
    expect((await ask(url, '/api/articles')).status).toBe(503)
  })
})

test('one long moment is no overload', async () => {
  const { app, url } = await listen({ delayMs: 50 })
  for (const until = performance.now() + 1500; performance.now() < until;);
  while (!app.isUnderPressure()) await new Promise((resolve) => setTimeout(resolve, 5))
  expect((await ask(url, '/articles?page=3')).status).toBe(200)
})

test.each([
  ['memory', { memoryBytes: 1 }],
  ['objects', { heapShare: 0.0001 }],
])('more %s than is allowed: 503 as well', async (_, overload) => {
  const { app, url } = await listen(overload)
  while (!app.isOverloaded()) await new Promise((resolve) => setTimeout(resolve, 20))
  expect((await ask(url, '/api/articles')).status).toBe(503)
  expect((await ask(url, '/healthz')).status).toBe(200)
})

test('where nothing is set to a number nothing is refused', async () => {
  const { app, url } = await listen({})
  await whileHeld(100, async () => expect((await ask(url, '/api/articles')).status).toBe(200))
  expect(app.isOverloaded()).toBe(false)
})
