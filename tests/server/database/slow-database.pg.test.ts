/** A slow PostgreSQL server: no request exceeds the configured timeouts, cached pages are still served, and the site recovers without a restart. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { openPostgres } from '#db/postgres/postgres.ts'
import type { Engine } from '#db/engine.ts'
import type { Site } from '#platform/contract/context.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { buildTestApp, openTestSites, LONG_TIMEOUTS, type TestSites } from '#tests/support/test-site.ts'
import type { BuiltApp } from '#app/build-app.ts'

const CONNECTIONS = 3
/** Far less than the server sleeps, and more than a busy machine needs for a statement. */
const STATEMENT_MS = 3000
const WAIT_MS = 1500
/** Less than the server sleeps, and enough for a slow machine. */
const ENOUGH_MS = 45_000
const PATIENCE = { timeout: 200_000 }

let home: TestSites
let engine: Engine
let site: Site
let app: BuiltApp['app']
beforeAll(async () => {
  // The setup runs without these limits.
  home = await openTestSites({ content: 'demo' })
  const limits = { connections: CONNECTIONS, waitMs: WAIT_MS, statementMs: STATEMENT_MS }
  engine = await vi.waitFor(() => openPostgres(inject('databaseUrl'), limits), PATIENCE)
  site = { ...home.main, db: await vi.waitFor(() => engine.connect(home.main.id), PATIENCE) }
  ;({ app } = await buildTestApp({ sites: { ...singleSiteDirectory(site), list: () => [] }, pages: true }))
})
afterAll(async () => {
  await app.close()
  await site.db.destroy()
  await engine.close()
  await home.close()
})

let caller = 0
async function ask(url: string, payload?: object) {
  const began = performance.now()
  const headers = { host: 'localhost', 'x-forwarded-for': `10.6.0.${++caller}` }
  const response = await app.inject({ url, headers, ...(payload ? { method: 'POST', payload } : {}) })
  expect(performance.now() - began).toBeLessThan(ENOUGH_MS)
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], text: response.body }
}
/** The site recovers without a restart; on a slow machine the first connection may exceed the wait. */
const expectPosted = () => vi.waitFor(async () => expect((await post()).status).toBe(201), PATIENCE)
const post = () => ask('/api/forums', { title: 'A question', content: 'Words', categoryId: 1 })

testAtNight('while every connection sleeps, requests that need one return 503 in time and others are served', async () => {
  await vi.waitFor(async () => expect((await ask('/articles')).status).toBe(200), PATIENCE)
  const sleeping = Array.from({ length: CONNECTIONS }, () =>
    sql`select pg_sleep(60)`.execute(site.db).then(
      () => 'slept',
      (error: unknown) => String(error),
    ),
  )
  const responses = await Promise.all([
    ask('/api/articles?page=2'),
    post(),
    ...Array.from({ length: 50 }, (_, n) => ask(`/api/topics-none?n=${n}`)),
  ])
  expect(responses.slice(0, 2).map(({ status, retryAfter }) => [status, retryAfter])).toEqual([
    [503, '10'],
    [503, '10'],
  ])
  expect((await ask('/articles')).status).toBe(200)
  // Every sleeping statement is cancelled.
  for (const outcome of await Promise.all(sleeping)) expect(outcome).toContain('statement timeout')
  await expectPosted()
})

test('a statement over the timeout returns 503 and stores nothing', async () => {
  const { db } = home.main
  const schema = sql.id(`site_${site.id}`)
  await sql`create function ${schema}.dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$`.execute(
    db,
  )
  await sql`create trigger dawdle after insert on ${schema}.topics for each row execute function ${schema}.dawdle()`.execute(db)
  const count = async () => (await db.selectFrom('topics').select('id').execute()).length
  const before = await count()
  const refused = await post()
  expect(refused.status).toBe(503)
  expect(refused.retryAfter).toBe('10')
  expect(JSON.parse(refused.text).code).toBe('site.busy')
  expect(await count()).toBe(before)
  await sql`drop trigger dawdle on ${schema}.topics`.execute(db)
  await expectPosted()
})

test('an idle transaction is ended by the server', async () => {
  const short = await openPostgres(inject('databaseUrl'), { ...LONG_TIMEOUTS, connections: 1, idleTransactionMs: 300 })
  const db = await short.connect(site.id)
  const idle = await db.startTransaction().execute()
  await expect(
    (async () => {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 400))
        await idle.selectFrom('topics').select('id').execute()
      }
    })(),
  ).rejects.toThrow(/terminat|idle-in-transaction|connection error/i)
  await idle
    .rollback()
    .execute()
    .catch(() => undefined)
  await db.destroy()
  await short.close()
})
