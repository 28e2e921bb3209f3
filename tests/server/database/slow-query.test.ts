/** The log of slow statements contains the route or job, the site and the SQL, without the values that people entered. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DEFAULT_LIMITS } from '#platform/config/limit-settings.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { startRequest } from '#tests/support/slow-request.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { buildApp, type BuiltApp } from '#app/build-app.ts'

interface Line {
  msg: string
  site: string
  route: string
  ms: number
  sql: string
}
const lines: Line[] = []
let opened: TestSites
const built: BuiltApp[] = []

async function build(slowQueryMs: number): Promise<BuiltApp['app']> {
  const one = await buildApp({
    config: {
      publicUrl: undefined,
      trustProxy: true,
      logLevel: 'warn',
      limits: DEFAULT_LIMITS,
      watch: { metricsToken: undefined, slowQueryMs },
    },
    sites: singleSiteDirectory(opened.main),
    logStream: { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
    jobs: [{ name: 'counting', everySeconds: 3600, run: async ({ db }) => void (await db.selectFrom('badges').select('id').execute()) }],
  })
  built.push(one)
  await one.app.ready()
  return one.app
}
const slow = () => lines.filter(({ msg }) => msg === 'slow query')

beforeAll(async () => {
  opened = await openTestSites({ content: 'demo' })
})
afterAll(async () => {
  for (const { app } of built) await app.close()
  await opened.close()
})

test('slow statements are logged with their route or job, also after a request body was read', async () => {
  // Less than any statement takes.
  const app = await build(0.000001)
  await vi.waitFor(() => expect(slow().map(({ route }) => route)).toContain('job counting'), 60_000)
  expect((await app.inject({ url: '/api/articles/a-moth', headers: { host: 'localhost' } })).statusCode).toBe(404)
  // Reading a body from a real connection runs in the async context of that connection.
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const posted = startRequest(
    `http://127.0.0.1:${port}/api/forums`,
    JSON.stringify({ title: 'About moths', content: 'Wings', categoryId: 1 }),
  )
  await posted.accepted
  posted.finish()
  expect(await posted.status).toBe(201)
  const routes = new Set(slow().map(({ route }) => route))
  expect([...routes].toSorted()).toEqual(['GET /api/articles/:slug', 'POST /api/forums', 'job counting'])
  const inserted = slow().find(({ sql }) => /^insert into .*"topics"/.test(sql))
  expect(inserted).toMatchObject({ route: 'POST /api/forums', site: opened.main.id })
  expect(inserted?.ms).toBeTypeOf('number')
  expect(JSON.stringify(slow())).not.toMatch(/moth|Wings/)
})

test('faster statements are not logged, and 0 disables the log', async () => {
  lines.length = 0
  for (const slowQueryMs of [600_000, 0]) {
    const app = await build(slowQueryMs)
    expect((await app.inject({ url: '/api/articles', headers: { host: 'localhost' } })).statusCode).toBe(200)
  }
  expect(slow()).toEqual([])
})
