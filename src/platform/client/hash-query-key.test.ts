import { hashKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { hashQueryKey } from './hash-query-key.ts'

test.each([
  [['/api/site', {}]],
  [['/api/products/:slug', { params: { slug: 'a "quoted" <slug>\u2028é' } }]],
  [['/api/reviews', { query: { sort: undefined, page: 2, search: '', stars: 0 }, params: { id: 7 } }]],
  [['/api/search', { query: { q: 'sun', kinds: ['article', undefined, null], exact: true, deep: [[1, { b: 1, a: 2 }]] } }]],
  [['/api/x', { 'odd"name': 1, nan: Number.NaN, nothing: null }]],
])('hashQueryKey returns the same hash as TanStack Query for %j', (key) => {
  expect(hashQueryKey(key)).toBe(hashKey(key))
})

test('hashQueryKey does not depend on the order of properties', () => {
  expect(hashQueryKey(['/api/x', { a: 1, b: { d: 1, c: 2 } }])).toBe(hashQueryKey(['/api/x', { b: { c: 2, d: 1 }, a: 1 }]))
})
