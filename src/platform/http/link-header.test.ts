import { expect, test } from 'vitest'
import { linkHeader, type PageQuery } from './link-header.ts'
import { RequestView } from '#platform/cache/request-view.ts'

const linksOf = (total: number, query: PageQuery | undefined, rawQuery: Record<string, string> = {}) =>
  Object.fromEntries(
    linkHeader(
      RequestView.of({
        siteId: 'main',
        origin: 'https://example.org',
        isOriginKnown: true,
        path: '/api/things',
        params: {},
        rawQuery,
        knownParameters: Object.keys(rawQuery),
      }),
      total,
      query,
    )
      .split(', ')
      .map((link) => {
        const [, url = '', rel = ''] = /^<https:\/\/example\.org\/api\/things(.*)>; rel="(\w+)"$/.exec(link) ?? []
        return [rel, url]
      }),
  )

test.each<[number, PageQuery | undefined, Record<string, string>]>([
  [0, { page: 1, perPage: 10 }, { first: '?page=1&perPage=10', last: '?page=1&perPage=10' }],
  [10, { page: 1, perPage: 10 }, { first: '?page=1&perPage=10', last: '?page=1&perPage=10' }],
  [11, { page: 1, perPage: 10 }, { first: '?page=1&perPage=10', next: '?page=2&perPage=10', last: '?page=2&perPage=10' }],
  [11, { page: 2, perPage: 10 }, { first: '?page=1&perPage=10', prev: '?page=1&perPage=10', last: '?page=2&perPage=10' }],
  [30, { page: 2, limit: 10 }, { first: '?page=1&limit=10', prev: '?page=1&limit=10', next: '?page=3&limit=10', last: '?page=3&limit=10' }],
  [30, { limit: 10 }, { first: '?page=1&limit=10', next: '?page=2&limit=10', last: '?page=3&limit=10' }],
  [30, undefined, { first: '', last: '' }],
])('linkHeader for %i items and query %o', (total, query, links) => expect(linksOf(total, query)).toEqual(links))

test('linkHeader preserves the query and changes the page only', () => {
  expect(linksOf(30, { page: 2, perPage: 10 }, { search: 'heat pump', page: '2' })).toMatchObject({
    first: '?search=heat+pump&page=1&perPage=10',
    next: '?search=heat+pump&page=3&perPage=10',
  })
  expect(linksOf(30, undefined, { search: 'a' })).toEqual({ first: '?search=a', last: '?search=a' })
})
