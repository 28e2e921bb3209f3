/** An overloaded process returns 503 at once, as HTML to browsers and as JSON to API clients; cached responses are still served. */
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

/** Sends the request from another thread, because this one is blocked. */
async function ask(url: string, path: string, accept = 'text/html'): Promise<WorkerResponse> {
  const worker = new Worker(new URL('../../support/ask.worker.ts', import.meta.url), { workerData: { url: url + path, accept } })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

/** Blocks the event loop repeatedly, as too many requests would, until `work` is done. */
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

test('a blocked event loop returns 503 with Retry-After, still serves cached pages and health, and recovers', async () => {
  const { app, url } = await listen({ delayMs: 25 })
  // The second request caches the page.
  for (let n = 0; n < 2; n++) expect((await ask(url, '/about')).status).toBe(200)
  await whileHeld(50, async () => {
    while (!app.isOverloaded()) await new Promise((resolve) => setTimeout(resolve, 20))
    const page = await ask(url, '/articles?page=2')
    expect(page.status).toBe(503)
    expect(page.headers['retry-after']).toBe('10')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.text).toContain('<h1>The site is very busy just now. Please try again in a moment.</h1>')
    expect(page.headers['content-security-policy']).toContain("default-src 'self'")
    const call = await ask(url, '/api/articles', 'application/json')
    expect(call.status).toBe(503)
    expect(call.headers['retry-after']).toBe('10')
    expect(JSON.parse(call.text).code).toBe('site.busy')
    expect(call.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    expect((await ask(url, '/about')).status).toBe(200)
    expect((await ask(url, '/healthz')).status).toBe(200)
    const ready = await ask(url, '/readyz')
    expect(ready.status).toBe(503)
    expect(JSON.parse(ready.text)).toEqual({ status: 'not ready', reason: 'overloaded' })
  })
  while (app.isOverloaded()) await new Promise((resolve) => setTimeout(resolve, 20))
  expect((await ask(url, '/articles?page=2')).status).toBe(200)
  expect((await ask(url, '/readyz')).status).toBe(200)
})

test('returns 503 when event loop utilisation exceeds the limit', async () => {
  const { app, url } = await listen({ utilisation: 0.5 })
  await whileHeld(20, async () => {
    while (!app.isOverloaded()) await new Promise((resolve) => setTimeout(resolve, 20))
    expect((await ask(url, '/api/articles')).status).toBe(503)
  })
})

test('one long block of the event loop is not an overload', async () => {
  const { app, url } = await listen({ delayMs: 50 })
  for (const until = performance.now() + 1500; performance.now() < until;);
  while (!app.isUnderPressure()) await new Promise((resolve) => setTimeout(resolve, 5))
  expect((await ask(url, '/articles?page=3')).status).toBe(200)
})

test.each([
  ['memory', { memoryBytes: 1 }],
  ['objects', { heapShare: 0.0001 }],
])('returns 503 when the %s limit is exceeded', async (_, overload) => {
  const { app, url } = await listen(overload)
  while (!app.isOverloaded()) await new Promise((resolve) => setTimeout(resolve, 20))
  expect((await ask(url, '/api/articles')).status).toBe(503)
  expect((await ask(url, '/healthz')).status).toBe(200)
})

test('returns no 503 when all overload limits are 0', async () => {
  const { app, url } = await listen({})
  await whileHeld(100, async () => expect((await ask(url, '/api/articles')).status).toBe(200))
  expect(app.isOverloaded()).toBe(false)
})
