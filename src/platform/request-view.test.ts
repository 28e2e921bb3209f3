import { expect, test } from 'vitest'
import { assertShortHeaders, MAX_CACHED_URL_LENGTH, MAX_HEADER_BYTES, RequestView, type ViewedRequest } from './request-view.ts'

const viewOf = (request: Partial<ViewedRequest>) =>
  RequestView.of({
    siteId: 'main',
    origin: 'https://example.org',
    isOriginKnown: true,
    path: '/things',
    params: {},
    given: {},
    known: ['page', 'search'],
    ...request,
  })

test('known parameters are in view and key, in one order; all others are nowhere', () => {
  const { query, url, key } = viewOf({ given: { search: 'a&b', utm: 'x', page: '2', Page: '3', __proto__: { page: '9' } } })
  expect([query, url]).toEqual([{ page: '2', search: 'a&b' }, '/things?page=2&search=a%26b'])
  expect(key).toBe('main https://example.org/things?page=2&search=a%26b')
  expect(viewOf({ given: Object.create({ page: '9' }) }).query).toEqual({})
})

test('one that is given twice is no other that looks like it', () => {
  const [twice, joined] = [viewOf({ given: { page: ['1', '2'] } }), viewOf({ given: { page: '1,2' } })]
  expect(twice.query['page']).toEqual(['1', '2'])
  expect(twice.key).not.toBe(joined.key)
})

test('nobody changes a view', () => {
  const view = viewOf({ given: { page: ['1'] }, params: { slug: 'a' } })
  for (const part of [view, view.query, view.params, view.query['page']]) expect(Object.isFrozen(part)).toBe(true)
})

test('a long address, and one at a host that nobody knows, are not to be kept', () => {
  expect(viewOf({}).isCacheable).toBe(true)
  expect(viewOf({ isOriginKnown: false }).isCacheable).toBe(false)
  expect(viewOf({ given: { search: 'x'.repeat(MAX_CACHED_URL_LENGTH) } }).isCacheable).toBe(false)
})

test('headers that no proxy would take are refused', () => {
  expect(() => assertShortHeaders({ link: 'x'.repeat(MAX_HEADER_BYTES - 20) })).not.toThrow()
  expect(() => assertShortHeaders({ link: 'x'.repeat(MAX_HEADER_BYTES) })).toThrow('The address is too long.')
})
