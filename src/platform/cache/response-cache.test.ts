import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CacheGroup } from './cache-group.ts'
import { RequestView } from './request-view.ts'
import { chooseEncoding, isNotModified, ResponseCache, type ResponseParts } from './response-cache.ts'

const caches = new CacheGroup()

afterEach(() => void vi.useRealTimers())

const viewOf = (path: string) =>
  RequestView.of({ siteId: 'main', origin: 'http://localhost', isOriginKnown: true, path: `/${path}`, params: {}, given: {}, known: [] })
const answer = (body: string, status = 200): ResponseParts => ({ status, contentType: 'text/html', body, headers: {}, viewed: undefined })
const rendering =
  (body: string, tables: string[] = ['topics'], status = 200) =>
  async () => ({ answer: answer(body, status), tables })
const text = async (made: Promise<{ identity: Buffer }>) => (await made).identity.toString()

describe('keeps', () => {
  test('an answer until one of its tables changes, on its own site only', async () => {
    const cache = new ResponseCache(caches)
    await cache.getOrRender(viewOf('k'), rendering('one'))
    expect(await text(cache.getOrRender(viewOf('k'), rendering('two')))).toBe('one')
    caches.invalidate('other', ['topics'])
    caches.invalidate('main', ['products'])
    expect(await text(cache.getOrRender(viewOf('k'), rendering('two')))).toBe('one')
    caches.invalidate('main', ['topics'])
    expect(await text(cache.getOrRender(viewOf('k'), rendering('two')))).toBe('two')
  })

  test('an answer whose tables have changed, when it is made of the same', async () => {
    const cache = new ResponseCache(caches)
    const made = await cache.getOrRender(viewOf('k'), async () => ({ answer: { ...answer('one'), source: 'of this' }, tables: ['topics'] }))
    caches.invalidate('main', ['topics'])
    const render = vi.fn(async (_source?: string) => ({ answer: { ...answer(''), isUnchanged: true }, tables: ['topics'] }))
    expect(await cache.getOrRender(viewOf('k'), render)).toBe(made)
    expect(render.mock.calls).toEqual([['of this']])
    expect(cache.getIfCached('main http://localhost/k')).toBe(made)
    expect(cache.counts).toEqual({ hits: 0, unchanged: 1, misses: 1 })
    caches.invalidate('main', ['topics'])
    expect(await text(cache.getOrRender(viewOf('k'), rendering('two')))).toBe('two')
    expect(cache.counts).toEqual({ hits: 0, unchanged: 1, misses: 2 })
  })

  test('nothing but a 200', async () => {
    const cache = new ResponseCache(caches)
    await cache.getOrRender(viewOf('k'), rendering('lost', [], 404))
    expect(cache.getIfCached('main http://localhost/k')).toBeUndefined()
  })

  test('nothing that says so itself', async () => {
    const cache = new ResponseCache(caches)
    await cache.getOrRender(viewOf('k'), async () => ({ answer: { ...answer('half a page'), isCacheable: false }, tables: [] }))
    expect(cache.getIfCached('main http://localhost/k')).toBeUndefined()
  })

  test('no render that a write has overtaken', async () => {
    const cache = new ResponseCache(caches)
    const gate = Promise.withResolvers<void>()
    const slow = cache.getOrRender(viewOf('k'), async () => {
      await gate.promise
      return { answer: answer('old'), tables: ['topics'] }
    })
    caches.invalidate('main', ['topics'])
    const fresh = cache.getOrRender(viewOf('k'), rendering('new'))
    gate.resolve()
    expect([await text(slow), await text(fresh)]).toEqual(['old', 'new'])
    expect(cache.getIfCached('main http://localhost/k')?.identity.toString()).toBe('new')
  })

  test('no failed render', async () => {
    const cache = new ResponseCache(caches)
    await expect(cache.getOrRender(viewOf('k'), async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await text(cache.getOrRender(viewOf('k'), rendering('mended')))).toBe('mended')
  })

  test('no more than it may, the longest unused goes first', async () => {
    const cache = new ResponseCache(caches, 90_000, 10_000)
    const page = randomBytes(2_500).toString('hex')
    for (let at = 0; at < 30; at++) {
      await cache.getOrRender(viewOf(`k${at}`), rendering(page))
      await cache.getOrRender(viewOf('k0'), rendering(page))
    }
    expect(cache.size.bytes).toBeLessThanOrEqual(100_000)
    expect(cache.getIfCached('main http://localhost/k0')).toBeDefined()
    expect(cache.getIfCached('main http://localhost/k1')).toBeUndefined()
  })
})

test('a long address takes room, too', async () => {
  const cache = new ResponseCache(caches, 100_000)
  for (let at = 0; at < 100; at++) await cache.getOrRender(viewOf(`${at}`.padEnd(1_900, '/')), rendering('x'))
  expect(cache.size.entries).toBeLessThanOrEqual(21)
  expect(cache.size.entries).toBeGreaterThan(5)
})

test('many who ask at once wait for one render', async () => {
  const cache = new ResponseCache(caches)
  const asked = Promise.withResolvers<void>()
  let renders = 0
  const render = async () => {
    renders += 1
    await asked.promise
    return { answer: answer('once'), tables: [] }
  }
  const all = Array.from({ length: 50 }, () => cache.getOrRender(viewOf('k'), render))
  asked.resolve()
  await Promise.all(all)
  expect(renders).toBe(1)
})

test('the compressed forms are the same page, made once', async () => {
  const made = await new ResponseCache(caches).getOrRender(viewOf('k'), rendering('<p>häuser</p>'.repeat(100)))
  const [br, gz] = [await made.encode('br'), await made.encode('gzip')]
  expect(brotliDecompressSync(br).toString()).toBe(made.identity.toString())
  expect(gunzipSync(gz).toString()).toBe(made.identity.toString())
  expect(await made.encode('br')).toBe(br)
})

test('what is not asked for is kept as brotli alone, and is the same page when it is', async () => {
  const cache = new ResponseCache(caches, undefined, 25_000)
  const pages = Array.from({ length: 10 }, () => randomBytes(5_000).toString('hex'))
  for (const [at, page] of pages.entries()) await cache.getOrRender(viewOf(`k${at}`), rendering(page))
  const kept = pages.map((_, at) => cache.getIfCached(`main http://localhost/k${at}`))
  expect(kept.filter((one) => one?.formBytes).length).toBe(2)
  for (const [at, one] of kept.entries()) {
    expect(one?.identity.toString()).toBe(pages[at])
    expect(gunzipSync((await one?.encode('gzip')) ?? '').toString()).toBe(pages[at])
  }
  expect(kept.reduce((sum, one) => sum + (one?.formBytes ?? 0), 0)).toBeLessThanOrEqual(25_000)
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
])('accept-encoding %s', (accept, chosen) => {
  expect(chooseEncoding(accept)).toBe(chosen)
})

test('If-None-Match compares weakly, also in a list', () => {
  expect([
    isNotModified('W/"a"', 'W/"a"'),
    isNotModified('"x", "a"', 'W/"a"'),
    isNotModified('"b"', 'W/"a"'),
    isNotModified(undefined, 'W/"a"'),
  ]).toEqual([true, true, false, false])
})

test('an answer is kept for five minutes, or for as long as it says', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] })
  const cache = new ResponseCache(caches)
  await cache.getOrRender(viewOf('short'), rendering('short'))
  await cache.getOrRender(viewOf('long'), async () => ({ answer: { ...answer('long'), maxAgeMs: 3_600_000 }, tables: [] }))
  const cachedAt = (time: string) => {
    vi.setSystemTime(new Date(`2026-11-22T${time}Z`))
    return ['short', 'long'].filter((one) => cache.getIfCached(`main http://localhost/${one}`))
  }
  expect(cachedAt('12:04:59')).toEqual(['short', 'long'])
  expect(cachedAt('12:05:01')).toEqual(['long'])
  expect(cachedAt('12:59:59')).toEqual(['long'])
  expect(cachedAt('13:00:01')).toEqual([])
})
