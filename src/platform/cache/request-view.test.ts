import { expect, test } from 'vitest'
import { assertShortHeaders, MAX_CACHED_URL_LENGTH, MAX_HEADER_BYTES, RequestView, type ViewedRequest } from './request-view.ts'

const viewOf = (request: Partial<ViewedRequest>) =>
  RequestView.of({
    siteId: 'main',
    origin: 'https://example.org',
    isOriginKnown: true,
    path: '/things',
    params: {},
    rawQuery: {},
    knownParameters: ['page', 'search'],
    ...request,
  })

test('view and key contain known parameters only, in canonical order', () => {
  const { query, url, key } = viewOf({ rawQuery: { search: 'a&b', utm: 'x', page: '2', Page: '3', __proto__: { page: '9' } } })
  expect(query).toEqual({ page: '2', search: 'a&b' })
  expect(url).toBe('/things?page=2&search=a%26b')
  expect(key).toBe('main https://example.org/things?page=2&search=a%26b')
  expect(viewOf({ rawQuery: Object.create({ page: '9' }) }).query).toEqual({})
})

test('a repeated parameter has a different key than its values joined by a comma', () => {
  const [twice, joined] = [viewOf({ rawQuery: { page: ['1', '2'] } }), viewOf({ rawQuery: { page: '1,2' } })]
  expect(twice.query['page']).toEqual(['1', '2'])
  expect(twice.key).not.toBe(joined.key)
})

test('a view is frozen', () => {
  const view = viewOf({ rawQuery: { page: ['1'] }, params: { slug: 'a' } })
  for (const part of [view, view.query, view.params, view.query['page']]) expect(Object.isFrozen(part)).toBe(true)
})

test('a request with a long URL or an unknown origin is not cacheable', () => {
  expect(viewOf({}).isCacheable).toBe(true)
  expect(viewOf({ isOriginKnown: false }).isCacheable).toBe(false)
  expect(viewOf({ rawQuery: { search: 'x'.repeat(MAX_CACHED_URL_LENGTH) } }).isCacheable).toBe(false)
})

test('assertShortHeaders rejects headers over the limit of proxies', () => {
  expect(() => assertShortHeaders({ link: 'x'.repeat(MAX_HEADER_BYTES - 20) })).not.toThrow()
  expect(() => assertShortHeaders({ link: 'x'.repeat(MAX_HEADER_BYTES) })).toThrow('The address is too long.')
})

test('a URL of 2,000 characters is cacheable and a longer one is not', () => {
  const ofLength = (length: number) => viewOf({ path: `/${'x'.repeat(length - 1)}` })
  expect(ofLength(MAX_CACHED_URL_LENGTH).url).toHaveLength(2_000)
  expect(ofLength(MAX_CACHED_URL_LENGTH).isCacheable).toBe(true)
  expect(ofLength(MAX_CACHED_URL_LENGTH + 1).isCacheable).toBe(false)
})

test('url is the path if no parameter is known, and repeats repeated parameters', () => {
  expect(viewOf({ rawQuery: { utm: 'x' } }).url).toBe('/things')
  expect(viewOf({ rawQuery: { page: ['1', '2'] } }).url).toBe('/things?page=1&page=2')
  expect(viewOf({ rawQuery: { page: undefined, search: 7 } }).query).toEqual({ search: '7' })
})

test('assertShortHeaders counts names, separators and line breaks', () => {
  const size = (bytes: number) => () => assertShortHeaders({ link: 'x'.repeat(bytes - 8), 'x-y': 'z'.repeat(93) })
  expect(size(MAX_HEADER_BYTES - 100)).not.toThrow()
  expect(size(MAX_HEADER_BYTES - 99)).toThrow(expect.objectContaining({ status: 414, code: 'request.too_long' }))
})
