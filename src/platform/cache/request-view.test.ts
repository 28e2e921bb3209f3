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

test('an address of two thousand letters is kept, and one more is not', () => {
  const ofLength = (length: number) => viewOf({ path: `/${'x'.repeat(length - 1)}` })
  expect([ofLength(MAX_CACHED_URL_LENGTH).url.length, ofLength(MAX_CACHED_URL_LENGTH).isCacheable]).toEqual([2_000, true])
  expect(ofLength(MAX_CACHED_URL_LENGTH + 1).isCacheable).toBe(false)
})

test('an address without known parameters is its path, and one given twice stands there twice', () => {
  expect([viewOf({ given: { utm: 'x' } }).url, viewOf({ given: { page: ['1', '2'] } }).url]).toEqual(['/things', '/things?page=1&page=2'])
  expect(viewOf({ given: { page: undefined, search: 7 } }).query).toEqual({ search: '7' })
})

test('headers are counted with their names and what stands around them', () => {
  const size = (bytes: number) => () => assertShortHeaders({ link: 'x'.repeat(bytes - 8), 'x-y': 'z'.repeat(93) })
  expect(size(MAX_HEADER_BYTES - 100)).not.toThrow()
  expect(size(MAX_HEADER_BYTES - 99)).toThrow(expect.objectContaining({ status: 414, code: 'request.too_long' }))
})
