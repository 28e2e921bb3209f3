import { afterEach, describe, expect, test, vi } from 'vitest'
import { CacheGroup } from './cache-group.ts'
import { TableCache } from './table-cache.ts'

afterEach(() => void vi.useRealTimers())

const creating =
  (value: string, tables: string[] = ['topics'], bytes: number | undefined = 10) =>
  async () => ({ value, tables, bytes })
/** Returns a computation that is pending until `end` is called. */
const slowly = (value: string, tables: string[]) => {
  const gate = Promise.withResolvers<void>()
  const create = async () => {
    await gate.promise
    return { value, tables, bytes: 10 }
  }
  return { create, end: gate.resolve }
}

describe('a cached value', () => {
  test('is returned with its tables and the settings', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    const { value, tables } = await cache.get('main', 'k', creating('one', ['topics', 'users']))
    expect(value).toBe('one')
    expect(tables).toEqual(['topics', 'users', 'settings'])
    expect((await cache.get('main', 'k', creating('two'))).value).toBe('one')
    expect(cache.getIfCached('k')?.value).toBe('one')
    expect(cache.getIfCached('other')).toBeUndefined()
  })

  test.each([undefined, 0])('is not stored with %s bytes', async (bytes) => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    expect((await cache.get('main', 'k', async () => ({ value: 'one', tables: [], bytes }))).value).toBe('one')
    expect(cache.getIfCached('k')).toBeUndefined()
  })

  test('is dropped when its tables or the settings change, or by key', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    for (const [key, tables] of Object.entries({ a: ['topics', 'users'], b: ['products'], c: [] }))
      await cache.get('main', key, creating(key, tables))
    const cached = () => ['a', 'b', 'c'].filter((key) => cache.getIfCached(key))
    cache.invalidate('main', [])
    cache.invalidate('other', ['settings', 'topics', 'products'])
    expect(cached()).toEqual(['a', 'b', 'c'])
    cache.invalidate('main', ['users'])
    expect(cached()).toEqual(['b', 'c'])
    cache.delete('b')
    expect(cached()).toEqual(['c'])
    cache.invalidate('main', ['settings'])
    expect(cached()).toEqual([])
  })

  test('is not stored with a key of more than 3,000 characters', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    const [longest, tooLong] = ['x'.repeat(3_000), 'x'.repeat(3_001)]
    for (const key of [longest, tooLong]) await cache.get('main', key, creating('one'))
    expect([longest, tooLong].map((key) => cache.getIfCached(key)?.value)).toEqual(['one', undefined])
  })

  test('counts bytes, key, tables and overhead, up to a tenth of the limit', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 10_000)
    await cache.get('main', 'key', creating('one', ['topics'], 10.5))
    // 11 bytes of its own, 3 characters of two bytes, `topics` and `settings` with 24 bytes overhead each, 700 bytes overhead.
    expect(cache.size).toEqual({ entries: 1, bytes: 11 + 6 + (6 + 24) + (8 + 24) + 700 })
    // Without its own bytes: 2 + 32 + 700.
    await cache.get('main', 'a', creating('tenth', [], 266))
    await cache.get('main', 'b', creating('more', [], 267))
    expect(['a', 'b'].map((key) => cache.getIfCached(key)?.value)).toEqual(['tenth', undefined])
  })

  test('expires after five minutes or its maxAgeMs, also when the system clock is set back', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date', 'performance'] })
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    vi.advanceTimersByTime(1)
    await cache.get('main', 'default', creating('one'))
    await cache.get('main', 'short', async () => ({ ...(await creating('one')()), maxAgeMs: 1_000 }))
    const cached = () => ['default', 'short'].filter((key) => cache.getIfCached(key))
    vi.advanceTimersByTime(1_000)
    expect(cached()).toEqual(['default', 'short'])
    vi.advanceTimersByTime(1)
    expect(cached()).toEqual(['default'])
    vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
    vi.advanceTimersByTime(5 * 60_000 - 1_001)
    expect(cached()).toEqual(['default'])
    vi.advanceTimersByTime(1)
    expect(cached()).toEqual([])
  })
})

describe('a pending computation', () => {
  test('is shared by all callers and counted as a hit', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    const { create, end } = slowly('one', [])
    const pending = [cache.get('main', 'k', create), cache.get('main', 'k', creating('two'))]
    expect(cache.counts).toEqual({ hits: 1, misses: 1 })
    end()
    expect((await Promise.all(pending)).map(({ value }) => value)).toEqual(['one', 'one'])
    await cache.get('main', 'k', creating('three'))
    await cache.get('main', 'other', creating('four'))
    expect(cache.counts).toEqual({ hits: 2, misses: 2 })
  })

  test('is retried by the next caller when it has failed', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    await expect(cache.get('main', 'k', async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect((await cache.get('main', 'k', creating('mended'))).value).toBe('mended')
  })

  test('is stored unless one of its tables was written to on its site meanwhile', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    const [first, second, third] = [slowly('1', ['topics']), slowly('2', ['products']), slowly('3', ['topics'])]
    const pending = [cache.get('main', 'a', first.create), cache.get('main', 'b', second.create), cache.get('other', 'c', third.create)]
    cache.invalidate('main', ['topics'])
    for (const { end } of [first, second, third]) end()
    await Promise.all(pending)
    expect(['a', 'b', 'c'].map((key) => cache.getIfCached(key)?.value)).toEqual([undefined, '2', '3'])
  })

  test('is not shared with callers after a write on its site', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    const [old, elsewhere] = [slowly('old', ['topics']), slowly('elsewhere', ['topics'])]
    const pending = [cache.get('main', 'k', old.create), cache.get('other', 'c', elsewhere.create)]
    cache.invalidate('main', ['topics'])
    expect((await cache.get('main', 'k', creating('new'))).value).toBe('new')
    const waiting = cache.get('other', 'c', creating('another'))
    for (const { end } of [old, elsewhere]) end()
    expect((await Promise.all([...pending, waiting])).map(({ value }) => value)).toEqual(['old', 'elsewhere', 'elsewhere'])
    expect(cache.getIfCached('k')?.value).toBe('new')
  })

  test('that ends late leaves a newer computation of its key pending', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    const [old, next] = [slowly('old', []), slowly('next', [])]
    const first = cache.get('main', 'k', old.create)
    cache.invalidate('main', ['topics'])
    const second = cache.get('main', 'k', next.create)
    old.end()
    await first
    const third = cache.get('main', 'k', creating('third'))
    cache.delete('k')
    next.end()
    expect((await second).value).toBe('next')
    expect(cache.counts).toEqual({ hits: 1, misses: 2 })
    await third
  })

  test('is outdated by a write also after many other changes', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    const early = slowly('early', ['topics'])
    const pending = cache.get('main', 'early', early.create)
    cache.invalidate('main', ['topics'])
    cache.invalidate(
      'main',
      Array.from({ length: 1_500 }, (_, index) => `table_${index}`),
    )
    // The sweep when this one ends must not drop the change to `topics`.
    await cache.get('main', 'other', creating('other', []))
    early.end()
    await pending
    expect(cache.getIfCached('early')).toBeUndefined()
    expect((await cache.get('main', 'early', creating('again'))).value).toBe('again')
    expect(cache.getIfCached('early')?.value).toBe('again')
  })
})
