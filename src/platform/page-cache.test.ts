import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { chooseEncoding, isKnown, PageCache, type Answer } from './page-cache.ts'

const answer = (body: string, status = 200): Answer => ({ status, type: 'text/html', body, headers: {}, seen: undefined })
const rendering =
  (body: string, tables: string[] = ['topics'], status = 200) =>
  async () => ({ answer: answer(body, status), tables })
const text = async (made: Promise<{ identity: Buffer }>) => (await made).identity.toString()

describe('keeps', () => {
  test('an answer until one of its tables changes, on its own site only', async () => {
    const cache = new PageCache()
    await cache.get('main', 'k', rendering('one'))
    expect(await text(cache.get('main', 'k', rendering('two')))).toBe('one')
    cache.invalidate('other', ['topics'])
    cache.invalidate('main', ['products'])
    expect(await text(cache.get('main', 'k', rendering('two')))).toBe('one')
    cache.invalidate('main', ['topics'])
    expect(await text(cache.get('main', 'k', rendering('two')))).toBe('two')
  })

  test('nothing but a 200', async () => {
    const cache = new PageCache()
    await cache.get('main', 'k', rendering('lost', [], 404))
    expect(cache.find('k')).toBeUndefined()
  })

  test('nothing that says so itself', async () => {
    const cache = new PageCache()
    await cache.get('main', 'k', async () => ({ answer: { ...answer('half a page'), keep: false }, tables: [] }))
    expect(cache.find('k')).toBeUndefined()
  })

  test('no render that a write has overtaken', async () => {
    const cache = new PageCache()
    const gate = Promise.withResolvers<void>()
    const slow = cache.get('main', 'k', async () => {
      await gate.promise
      return { answer: answer('old'), tables: ['topics'] }
    })
    cache.invalidate('main', ['topics'])
    const fresh = cache.get('main', 'k', rendering('new'))
    gate.resolve()
    expect([await text(slow), await text(fresh)]).toEqual(['old', 'new'])
    expect(cache.find('k')?.identity.toString()).toBe('new')
  })

  test('no failed render', async () => {
    const cache = new PageCache()
    await expect(cache.get('main', 'k', async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await text(cache.get('main', 'k', rendering('mended')))).toBe('mended')
  })

  test('no more than it may, the longest unused goes first', async () => {
    const cache = new PageCache(100_000)
    const page = 'x'.repeat(5_000)
    for (let at = 0; at < 30; at++) {
      await cache.get('main', `k${at}`, rendering(page))
      await cache.get('main', 'k0', rendering(page))
    }
    expect(cache.size.bytes).toBeLessThanOrEqual(100_000)
    expect(cache.find('k0')).toBeDefined()
    expect(cache.find('k1')).toBeUndefined()
  })
})

test('many who ask at once wait for one render', async () => {
  const cache = new PageCache()
  let renders = 0
  const render = async () => {
    renders += 1
    await new Promise((resolve) => setTimeout(resolve, 5))
    return { answer: answer('once'), tables: [] }
  }
  await Promise.all(Array.from({ length: 50 }, () => cache.get('main', 'k', render)))
  expect(renders).toBe(1)
})

test('the compressed forms are the same page, made once', async () => {
  const made = await new PageCache().get('main', 'k', rendering('<p>häuser</p>'.repeat(100)))
  const [br, gz] = [await made.encoded('br'), await made.encoded('gzip')]
  expect(brotliDecompressSync(br).toString()).toBe(made.identity.toString())
  expect(gunzipSync(gz).toString()).toBe(made.identity.toString())
  expect(await made.encoded('br')).toBe(br)
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', 'identity'],
  [undefined, 'identity'],
])('accept-encoding %s', (accept, chosen) => {
  expect(chooseEncoding(accept)).toBe(chosen)
})

test('If-None-Match compares weakly, also in a list', () => {
  expect([isKnown('W/"a"', 'W/"a"'), isKnown('"x", "a"', 'W/"a"'), isKnown('"b"', 'W/"a"'), isKnown(undefined, 'W/"a"')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
