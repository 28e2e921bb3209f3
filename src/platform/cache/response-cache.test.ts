import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CacheGroup } from './cache-group.ts'
import { RequestView } from './request-view.ts'
import { chooseEncoding, isNotModified, ResponseCache, type ResponseParts } from './response-cache.ts'

const caches = new CacheGroup()

afterEach(() => void vi.useRealTimers())

const viewOf = (path: string) =>
  RequestView.of({
    siteId: 'main',
    origin: 'http://localhost',
    isOriginKnown: true,
    path: `/${path}`,
    params: {},
    rawQuery: {},
    knownParameters: [],
  })
const partsOf = (body: string, status = 200): ResponseParts => ({ status, contentType: 'text/html', body, headers: {}, viewed: undefined })
const rendering =
  (body: string, tables: string[] = ['topics'], status = 200) =>
  async () => ({ parts: partsOf(body, status), tables })
const text = async (response: Promise<{ identity: Buffer }>) => (await response).identity.toString()

describe('response cache', () => {
  test('returns the cached response until one of its tables changes on its site', async () => {
    const cache = new ResponseCache(caches)
    await cache.getOrRender(viewOf('k'), rendering('one'))
    expect(await text(cache.getOrRender(viewOf('k'), rendering('two')))).toBe('one')
    caches.invalidate('other', ['topics'])
    caches.invalidate('main', ['products'])
    expect(await text(cache.getOrRender(viewOf('k'), rendering('two')))).toBe('one')
    caches.invalidate('main', ['topics'])
    expect(await text(cache.getOrRender(viewOf('k'), rendering('two')))).toBe('two')
  })

  test('reuses an outdated response if its source data is unchanged', async () => {
    const cache = new ResponseCache(caches)
    const first = await cache.getOrRender(viewOf('k'), async () => ({ parts: { ...partsOf('one'), source: 'hash' }, tables: ['topics'] }))
    caches.invalidate('main', ['topics'])
    const render = vi.fn(async (_source?: string) => ({ parts: { ...partsOf(''), isUnchanged: true }, tables: ['topics'] }))
    expect(await cache.getOrRender(viewOf('k'), render)).toBe(first)
    expect(render.mock.calls).toEqual([['hash']])
    expect(cache.getIfCached('main http://localhost/k')).toBe(first)
    expect(cache.counts).toEqual({ hits: 0, unchanged: 1, misses: 1 })
    caches.invalidate('main', ['topics'])
    expect(await text(cache.getOrRender(viewOf('k'), rendering('two')))).toBe('two')
    expect(cache.counts).toEqual({ hits: 0, unchanged: 1, misses: 2 })
  })

  test('stores no response other than 200', async () => {
    const cache = new ResponseCache(caches)
    await cache.getOrRender(viewOf('k'), rendering('lost', [], 404))
    expect(cache.getIfCached('main http://localhost/k')).toBeUndefined()
  })

  test('stores no response with isCacheable: false', async () => {
    const cache = new ResponseCache(caches)
    await cache.getOrRender(viewOf('k'), async () => ({ parts: { ...partsOf('half a page'), isCacheable: false }, tables: [] }))
    expect(cache.getIfCached('main http://localhost/k')).toBeUndefined()
  })

  test('stores no render that a write has outdated', async () => {
    const cache = new ResponseCache(caches)
    const gate = Promise.withResolvers<void>()
    const slow = cache.getOrRender(viewOf('k'), async () => {
      await gate.promise
      return { parts: partsOf('old'), tables: ['topics'] }
    })
    caches.invalidate('main', ['topics'])
    const fresh = cache.getOrRender(viewOf('k'), rendering('new'))
    gate.resolve()
    expect(await text(slow)).toBe('old')
    expect(await text(fresh)).toBe('new')
    expect(cache.getIfCached('main http://localhost/k')?.identity.toString()).toBe('new')
  })

  test('renders again after a failed render', async () => {
    const cache = new ResponseCache(caches)
    await expect(cache.getOrRender(viewOf('k'), async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await text(cache.getOrRender(viewOf('k'), rendering('mended')))).toBe('mended')
  })

  test('stays within its byte limits and evicts the least recently used responses', async () => {
    const cache = new ResponseCache(caches, 90_000, 10_000)
    const page = randomBytes(2_500).toString('hex')
    for (let index = 0; index < 30; index++) {
      await cache.getOrRender(viewOf(`k${index}`), rendering(page))
      await cache.getOrRender(viewOf('k0'), rendering(page))
    }
    expect(cache.size.bytes).toBeLessThanOrEqual(100_000)
    expect(cache.getIfCached('main http://localhost/k0')).toBeDefined()
    expect(cache.getIfCached('main http://localhost/k1')).toBeUndefined()
  })
})

test('response cache counts the length of keys', async () => {
  const cache = new ResponseCache(caches, 100_000)
  for (let index = 0; index < 100; index++) await cache.getOrRender(viewOf(`${index}`.padEnd(1_900, '/')), rendering('x'))
  expect(cache.size.entries).toBeLessThanOrEqual(21)
  expect(cache.size.entries).toBeGreaterThan(5)
})

test('concurrent requests share one render', async () => {
  const cache = new ResponseCache(caches)
  const gate = Promise.withResolvers<void>()
  let renders = 0
  const render = async () => {
    renders += 1
    await gate.promise
    return { parts: partsOf('once'), tables: [] }
  }
  const requests = Array.from({ length: 50 }, () => cache.getOrRender(viewOf('k'), render))
  gate.resolve()
  await Promise.all(requests)
  expect(renders).toBe(1)
})

test('encodings decompress to the same page and are computed once', async () => {
  const response = await new ResponseCache(caches).getOrRender(viewOf('k'), rendering('<p>häuser</p>'.repeat(100)))
  const [br, gz] = [await response.encode('br'), await response.encode('gzip')]
  expect(brotliDecompressSync(br).toString()).toBe(response.identity.toString())
  expect(gunzipSync(gz).toString()).toBe(response.identity.toString())
  expect(await response.encode('br')).toBe(br)
})

test('least recently used responses drop their derived encodings and derive them again', async () => {
  const cache = new ResponseCache(caches, undefined, 25_000)
  const pages = Array.from({ length: 10 }, () => randomBytes(5_000).toString('hex'))
  for (const [index, page] of pages.entries()) await cache.getOrRender(viewOf(`k${index}`), rendering(page))
  const cached = pages.map((_, index) => cache.getIfCached(`main http://localhost/k${index}`))
  expect(cached.filter((response) => response?.derivedBytes).length).toBe(2)
  for (const [index, response] of cached.entries()) {
    expect(response?.identity.toString()).toBe(pages[index])
    expect(gunzipSync((await response?.encode('gzip')) ?? '').toString()).toBe(pages[index])
  }
  expect(cached.reduce((sum, response) => sum + (response?.derivedBytes ?? 0), 0)).toBeLessThanOrEqual(25_000)
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  [undefined, 'identity'],
])('Accept-Encoding %s chooses %s', (accept, chosen) => {
  expect(chooseEncoding(accept)).toBe(chosen)
})

test.each([
  ['W/"a"', true],
  ['"x", "a"', true],
  ['"b"', false],
  [undefined, false],
])('If-None-Match %s compared weakly with W/"a": %s', (ifNoneMatch, isMatch) => {
  expect(isNotModified(ifNoneMatch, 'W/"a"')).toBe(isMatch)
})

test('a response expires after five minutes or its own maxAgeMs', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] })
  const cache = new ResponseCache(caches)
  await cache.getOrRender(viewOf('short'), rendering('short'))
  await cache.getOrRender(viewOf('long'), async () => ({ parts: { ...partsOf('long'), maxAgeMs: 3_600_000 }, tables: [] }))
  const cachedAt = (time: string) => {
    vi.setSystemTime(new Date(`2026-11-22T${time}Z`))
    return ['short', 'long'].filter((path) => cache.getIfCached(`main http://localhost/${path}`))
  }
  expect(cachedAt('12:04:59')).toEqual(['short', 'long'])
  expect(cachedAt('12:05:01')).toEqual(['long'])
  expect(cachedAt('12:59:59')).toEqual(['long'])
  expect(cachedAt('13:00:01')).toEqual([])
})
