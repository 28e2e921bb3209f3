/** The calls that the tests of this folder are made of: one at least for each write of the API, and each of them succeeds. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiRoutes } from '#app/registry.ts'
import { WRITE_CALLS } from './all-calls.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('every writing endpoint of the API has a call', () => {
  const called = new Set(WRITE_CALLS.map(({ endpoint: { method, path } }) => `${method} ${path}`))
  const missing = apiRoutes
    .map(({ endpoint: { method, path } }) => `${method} ${path}`)
    .filter((name) => !name.startsWith('GET') && !called.has(name))
  expect(missing).toEqual([])
})

test.each(WRITE_CALLS)('$title succeeds', async (call) => {
  const { send } = await world.prepare(call)
  const { status, text } = await send()
  expect([200, 201], text).toContain(status)
})
