import { expect, test } from 'vitest'
import { parseLaterPage, parsePage } from './page-number.ts'

test.each([
  ['page=2', 2],
  ['page=100000', 100_000],
  ['page=100001', undefined],
  ['page=1', undefined],
  ['page=0', undefined],
  ['page=-3', undefined],
  ['page=2.5', undefined],
  ['page=two', undefined],
  ['', undefined],
])('parseLaterPage parses %j to %j, and parsePage falls back to 1', (query, page) => {
  expect(parseLaterPage(new URLSearchParams(query))).toBe(page)
  expect(parsePage(new URLSearchParams(query))).toBe(page ?? 1)
})

test('parseLaterPage ignores pages over the given maximum', () => {
  expect(parseLaterPage(new URLSearchParams('page=1000'), 1000)).toBe(1000)
  expect(parseLaterPage(new URLSearchParams('page=1001'), 1000)).toBeUndefined()
})
