/** The calls used by the tests of this folder cover every write of the API. That each succeeds is tested in atomic.test.ts. */
import { expect, test } from 'vitest'
import { apiRoutes } from '#app/registry.ts'
import { WRITE_CALLS } from './all-calls.ts'

test('every writing endpoint of the API has a call', () => {
  const called = new Set(WRITE_CALLS.map(({ endpoint: { method, path } }) => `${method} ${path}`))
  const missing = apiRoutes
    .map(({ endpoint: { method, path } }) => `${method} ${path}`)
    .filter((name) => !name.startsWith('GET') && !called.has(name))
  expect(missing).toEqual([])
})
