/** A PostgreSQL server that goes away, or whose rows somebody holds: 503 with a time to come again, and all is well once it is back. */
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

/** Stands between the site and its server, and can be taken away. */
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

test('a server that is away: 503 and when to come again, for calls, pages and writes; it is well by itself', async () => {
  expect((await ask('/articles')).statusCode).toBe(200)
  await line.cut()
  for (const answer of [await ask('/api/articles?page=2'), await post()]) {
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([503, '10', 'database.unavailable'])
  }
  const page = await ask('/articles?page=2', 'text/html')
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '10'])
  expect(page.headers['content-type']).toMatch('text/html')
  expect(page.body).not.toMatch(/ECONN|127\.0\.0\.1|postgres/)
  // What is kept is answered all the same.
  expect((await ask('/articles')).statusCode).toBe(200)
  expect((await ask('/readyz')).statusCode).toBe(503)
  expect((await ask('/healthz')).statusCode).toBe(200)
  await line.restore()
  expect((await ask('/articles?page=2')).statusCode).toBe(200)
  expect((await post()).statusCode).toBe(201)
  expect((await ask('/readyz')).statusCode).toBe(200)
})

test('a row that somebody holds for too long: 503', async () => {
  const holder = await site.db.startTransaction().execute()
  await holder.selectFrom('categories').select('id').forUpdate().execute()
  await holder.selectFrom('users').select('id').forUpdate().execute()
  const answer = await post()
  await holder.rollback().execute()
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([503, '10', 'site.busy'])
  expect((await post()).statusCode).toBe(201)
})
