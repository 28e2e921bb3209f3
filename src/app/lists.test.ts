/** Whatever answers several things answers a list: with how many there are in all, and where the rest is. */
// Daily on PostgreSQL too: it orders and counts by rules of its own.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeUser } from '#features/users/user.factory.ts'
import { urlFor } from '#platform/api.client.ts'
import { MAIN_HOST, openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'
import { apiRoutes } from './registry.ts'

let net: TestInstallation
beforeAll(async () => {
  net = await openTestInstallation({ content: 'demo' })
  await net.start()
  net.viewer = await makeUser(net.ctx, { isAdmin: true })
  const hook = { url: 'https://hooks.example.org', description: '', secret: '', events: '[]', created_at: new Date().toISOString() }
  await net.ctx.db.insertInto('webhooks').values(hook).execute()
})
afterAll(() => net.close())

const ask = (path: string) => net.ask(MAIN_HOST, path)
const countIn = ({ headers }: { headers: Record<string, unknown> }) => Number(headers['x-total-count'])

const arrays = apiRoutes.map(({ endpoint }) => endpoint).filter(({ response: reply }) => reply instanceof z.ZodArray)
const params = { id: 1, categoryId: 1, forumId: 1, productId: 1 }
const needed: Record<string, object> = {
  '/api/products/figures': { category: 'solar-panels' },
  '/api/products/compare': { p: 'thornbury-aria-7' },
  '/api/votes/mine': { topicId: 1 },
}

test('an answer that is an array is declared a list', () => {
  expect(arrays.length).toBeGreaterThan(20)
  expect(arrays.filter(({ list }) => !list).map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test.each(arrays.map(({ path }) => path))('%s says how many there are, and where', async (path) => {
  const { status, body, headers } = await ask(urlFor(path, { params, query: needed[path] }))
  expect(status).toBe(200)
  expect(Number(headers['x-total-count'])).toBeGreaterThanOrEqual(body.length)
  expect(headers['x-total-count']).toMatch(/^\d+$/)
  expect(headers['link']).toMatch(/rel="first".*rel="last"/)
})

test.each(['/api/forums/popular', '/api/reviews/recent'])('%s counts all, and leads on', async (path) => {
  const first = await ask(`${path}?limit=2`)
  const all = countIn(await ask(path.slice(0, path.lastIndexOf('/'))))
  expect([first.body.length, countIn(first)]).toEqual([2, all])
  const next = /<[^>]*?(\/api[^>]*)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? ''
  const second = await ask(next)
  const ids = [...first.body, ...second.body].map(({ id }: { id: number }) => id)
  expect(new Set(ids).size).toBe(4)
})
