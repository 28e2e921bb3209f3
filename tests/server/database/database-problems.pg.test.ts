/** An unreachable PostgreSQL server and locked rows: 503 with Retry-After, and recovery without a restart. */
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPostgres } from '#db/postgres/postgres.ts'
import type { Engine } from '#db/engine.ts'
import type { Site } from '#platform/contract/context.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { buildTestApp } from '#tests/support/test-site.ts'
import { openFilledSite } from '#app/sites/open-main-site.ts'

const server = new URL(inject('databaseUrl'))
const name = `away_${crypto.randomUUID().slice(0, 8)}`

/** A TCP proxy between the site and its server that can be cut. */
class Line {
  readonly #open = new Set<Socket>()
  #server: Server | undefined
  #port = 0

  async restore(): Promise<number> {
    this.#server = createServer((near) => {
      const far = connect(Number(server.port), server.hostname)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#open.add(one)
        one.on('error', () => other.destroy()).on('close', () => void (this.#open.delete(one), other.destroy()))
        one.pipe(other)
      }
    })
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (this.#server.address() as AddressInfo).port
    return this.#port
  }

  async cut(): Promise<void> {
    const closed = new Promise<unknown>((resolve) => this.#server?.close(resolve))
    for (const socket of this.#open) socket.destroy()
    await closed
  }
}

const line = new Line()
let engine: Engine
let site: Site
let app: Awaited<ReturnType<typeof buildTestApp>>['app']
beforeAll(async () => {
  const url = new URL(server)
  url.port = String(await line.restore())
  engine = await openPostgres(url.href, { lockWaitMs: 300 })
  site = await openFilledSite(engine, name, { content: 'demo', dataDir: '/nowhere' })
  ;({ app } = await buildTestApp({ sites: { ...singleSiteDirectory(site), list: () => [] }, pages: true }))
})
afterAll(async () => {
  await app.close()
  await site.db.destroy()
  await engine.drop(name)
  await engine.close()
  await line.cut()
})

const ask = (url: string, accept = '*/*') => app.inject({ url, headers: { host: 'localhost', accept } })
let caller = 0
const post = () =>
  app.inject({
    method: 'POST',
    url: '/api/forums',
    headers: { host: 'localhost', 'x-forwarded-for': `10.3.0.${++caller}` },
    payload: { title: 'A question', content: 'Words', categoryId: 1 },
  })

test('an unreachable server returns 503 with Retry-After for calls, pages and writes, and the site recovers without a restart', async () => {
  expect((await ask('/articles')).statusCode).toBe(200)
  await line.cut()
  for (const response of [await ask('/api/articles?page=2'), await post()]) {
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('10')
    expect(response.json().code).toBe('database.unavailable')
  }
  const page = await ask('/articles?page=2', 'text/html')
  expect(page.statusCode).toBe(503)
  expect(page.headers['retry-after']).toBe('10')
  expect(page.headers['content-type']).toMatch('text/html')
  expect(page.body).not.toMatch(/ECONN|127\.0\.0\.1|postgres/)
  // Cached pages are still served.
  expect((await ask('/articles')).statusCode).toBe(200)
  expect((await ask('/readyz')).statusCode).toBe(503)
  expect((await ask('/healthz')).statusCode).toBe(200)
  await line.restore()
  expect((await ask('/articles?page=2')).statusCode).toBe(200)
  expect((await post()).statusCode).toBe(201)
  expect((await ask('/readyz')).statusCode).toBe(200)
})

test('a row locked for longer than the lock timeout returns 503', async () => {
  const holder = await site.db.startTransaction().execute()
  await holder.selectFrom('categories').select('id').forUpdate().execute()
  await holder.selectFrom('users').select('id').forUpdate().execute()
  const response = await post()
  await holder.rollback().execute()
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('10')
  expect(response.json().code).toBe('site.busy')
  expect((await post()).statusCode).toBe(201)
})
