/** Reads of the API over HTTP, tested with minimal endpoints. */
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Viewer } from '#platform/contract/context.ts'
import { ETAG, JSON_TYPE, MEMBER, openMinimalApi, ORIGIN, TOPIC, VARY, type MinimalApi } from '#tests/support/minimal-api.ts'

let api: MinimalApi
beforeAll(async () => {
  api = await openMinimalApi()
})
afterAll(() => api.close())
beforeEach(() => api.reset())

describe('a read', () => {
  test('of a list has its total count, pagination links and the tables that it read', async () => {
    const link = (page: number, rel: string) => `<${ORIGIN}/api/things?page=${page}&perPage=10>; rel="${rel}"`
    expect(await api.ask('/api/things?page=2')).toMatchObject({
      status: 200,
      text: '[{"name":"call 1"}]',
      headers: {
        'content-type': JSON_TYPE,
        'cache-control': 'no-cache',
        'content-length': '19',
        'x-total-count': '30',
        link: [link(1, 'first'), link(1, 'prev'), link(3, 'next'), link(3, 'last')].join(', '),
        'x-read-tables': 'products,settings,topics',
        etag: ETAG,
        vary: VARY,
      },
    })
  })

  test('is cached by known parameters, and recomputed after an invalidation of its dependencies', async () => {
    const texts = async (...urls: string[]) => (await Promise.all(urls.map((url) => api.ask(url)))).map(({ text }) => text)
    const [first] = await texts('/api/things?page=2')
    expect(await texts('/api/things?page=2&x=1', '/api/things?x=2&page=2')).toEqual([first, first])
    expect(await texts('/api/things?page=3')).not.toEqual([first])
    expect(api.calls.map(({ input }) => input.query)).toEqual([
      { page: 2, perPage: 10 },
      { page: 3, perPage: 10 },
    ])
    api.caches.invalidate(api.sites.main.id, ['products'])
    expect(await texts('/api/things?page=2')).toEqual([first])
    api.caches.invalidate(api.sites.main.id, ['products:id=5'])
    expect(await texts('/api/things?page=2')).not.toEqual([first])
  })

  test('records the view each time, and has the headers of its service, also from the cache', async () => {
    expect((await api.ask('/api/things/5')).headers['x-thing']).toBe('5')
    expect((await api.ask('/api/things/5')).headers['x-thing']).toBe('5')
    expect(api.calls).toHaveLength(1)
    expect(api.notified).toEqual([
      ['viewed', TOPIC],
      ['viewed', TOPIC],
    ])
  })

  test('with a matching ETag returns 304 with the caching headers', async () => {
    const { headers } = await api.ask('/api/things')
    const again = await api.ask('/api/things', { headers: { 'if-none-match': String(headers['etag']) } })
    expect(again).toMatchObject({ status: 304, text: '' })
    const { 'content-type': _type, 'content-length': _length, ...cachingHeaders } = headers
    expect(again.headers).toEqual(cachingHeaders)
    expect(again.headers).toMatchObject({ etag: headers['etag'], 'cache-control': 'no-cache', vary: VARY })
    api.viewer = MEMBER
    api.calls = []
    const own = await api.ask('/api/storable')
    api.calls = []
    expect((await api.ask('/api/storable', { headers: { 'if-none-match': String(own.headers['etag']) } })).headers).toEqual({
      etag: own.headers['etag'],
      'cache-control': 'private, no-cache',
      'x-read-tables': own.headers['x-read-tables'],
      vary: VARY,
    })
  })

  test('is compressed as the client accepts', async () => {
    const { headers, bytes } = await api.ask('/api/things', { headers: { 'accept-encoding': 'gzip' } })
    expect(headers['content-encoding']).toBe('gzip')
    expect(headers['content-length']).toEqual(String(bytes.length))
    expect(gunzipSync(bytes).toString()).toBe('[{"name":"call 1"}]')
  })

  test.each<[url: string, actor: Viewer | null, caching: string, times: number]>([
    ['/api/things/5', null, 'no-cache', 1],
    ['/api/things/5', MEMBER, 'private, no-cache', 2],
    ['/api/private', null, 'no-store', 2],
    ['/api/private', MEMBER, 'no-store', 2],
    ['/api/member', MEMBER, 'no-store', 2],
    ['/api/storable', MEMBER, 'private, no-cache', 2],
  ])('%s for %j has the right Cache-Control', async (url, actor, caching, times) => {
    api.viewer = actor
    expect((await api.ask(url)).headers['cache-control']).toBe(caching)
    expect((await api.ask(url)).headers['cache-control']).toBe(caching)
    expect(api.calls).toHaveLength(times)
  })

  test('of a file returns its content and type', async () => {
    expect(await api.ask('/api/list.csv')).toMatchObject({ text: 'a,b\n', headers: { 'content-type': 'text/csv' } })
    expect(await api.ask('/api/own.json')).toMatchObject({
      text: '{\n  "name": "Kettle"\n}\n',
      headers: { 'content-type': 'application/json' },
    })
    const zip = await api.ask('/api/all.zip')
    expect(zip).toMatchObject({ text: 'zip', headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment' } })
    expect(zip.headers).not.toHaveProperty('etag')
    expect(api.notified).toHaveLength(2)
  })
})
