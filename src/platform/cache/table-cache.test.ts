import { afterEach, describe, expect, test, vi } from 'vitest'
import { CacheGroup } from './cache-group.ts'
import { TableCache } from './table-cache.ts'

afterEach(() => void vi.useRealTimers())

const making =
  (value: string, tables: string[] = ['topics'], bytes: number | undefined = 10) =>
  async () => ({ value, tables, bytes })
/** One that is being made until it is told to end. */
const slowly = (value: string, tables: string[]) => {
  const gate = Promise.withResolvers<void>()
  const make = async () => {
    await gate.promise
    return { value, tables, bytes: 10 }
  }
  return { make, end: gate.resolve }
}

describe('what is kept', () => {
  test('is what was made first, with the tables that it was made from and the settings', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    const { value, tables } = await cache.get('main', 'k', making('one', ['topics', 'users']))
    expect([value, tables]).toEqual(['one', ['topics', 'users', 'settings']])
    expect((await cache.get('main', 'k', making('two'))).value).toBe('one')
    expect(cache.getIfCached('k')?.value).toBe('one')
    expect(cache.getIfCached('other')).toBeUndefined()
  })

  test.each([undefined, 0])('is nothing of %s bytes', async (bytes) => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    expect((await cache.get('main', 'k', async () => ({ value: 'one', tables: [], bytes }))).value).toBe('one')
    expect(cache.getIfCached('k')).toBeUndefined()
  })

  test('goes when the settings change, with any of its tables, and by its key', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    for (const [key, tables] of Object.entries({ a: ['topics', 'users'], b: ['products'], c: [] }))
      await cache.get('main', key, making(key, tables))
    const kept = () => ['a', 'b', 'c'].filter((key) => cache.getIfCached(key))
    cache.invalidate('main', [])
    cache.invalidate('copy', ['settings', 'topics', 'products'])
    expect(kept()).toEqual(['a', 'b', 'c'])
    cache.invalidate('main', ['users'])
    expect(kept()).toEqual(['b', 'c'])
    cache.delete('b')
    expect(kept()).toEqual(['c'])
    cache.invalidate('main', ['settings'])
    expect(kept()).toEqual([])
  })

  test('has a key of at most 3,000 letters', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    const [longest, tooLong] = ['x'.repeat(3_000), 'x'.repeat(3_001)]
    for (const key of [longest, tooLong]) await cache.get('main', key, making('one'))
    expect([longest, tooLong].map((key) => cache.getIfCached(key)?.value)).toEqual(['one', undefined])
  })

  test('counts its bytes, its key, its tables and its place, and takes no more than a tenth', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 10_000)
    await cache.get('main', 'key', making('one', ['topics'], 10.5))
    // 11 of its own, 3 letters of two bytes, `topics` and `settings` with 24 beside each, 700 for the place.
    expect(cache.size).toEqual({ entries: 1, bytes: 11 + 6 + (6 + 24) + (8 + 24) + 700 })
    // All but its own: 2 + 32 + 700.
    await cache.get('main', 'a', making('tenth', [], 266))
    await cache.get('main', 'b', making('more', [], 267))
    expect(['a', 'b'].map((key) => cache.getIfCached(key)?.value)).toEqual(['tenth', undefined])
  })

  test('is five minutes old at most, or as old as it may be, also when the clock is put back', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date', 'performance'] })
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    vi.advanceTimersByTime(1)
    await cache.get('main', 'usual', making('one'))
    await cache.get('main', 'short', async () => ({ ...(await making('one')()), maxAgeMs: 1_000 }))
    const kept = () => ['usual', 'short'].filter((key) => cache.getIfCached(key))
    vi.advanceTimersByTime(1_000)
    expect(kept()).toEqual(['usual', 'short'])
    vi.advanceTimersByTime(1)
    expect(kept()).toEqual(['usual'])
    vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
    vi.advanceTimersByTime(5 * 60_000 - 1_001)
    expect(kept()).toEqual(['usual'])
    vi.advanceTimersByTime(1)
    expect(kept()).toEqual([])
  })
})

describe('what is being made', () => {
  test('is waited for by all who ask, and counted as there', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    const { make, end } = slowly('one', [])
    const asked = [cache.get('main', 'k', make), cache.get('main', 'k', making('two'))]
    expect(cache.counts).toEqual({ hits: 1, misses: 1 })
    end()
    expect((await Promise.all(asked)).map(({ value }) => value)).toEqual(['one', 'one'])
    await cache.get('main', 'k', making('three'))
    await cache.get('main', 'other', making('four'))
    expect(cache.counts).toEqual({ hits: 2, misses: 2 })
  })

  test('is waited for by nobody when it has failed', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    await expect(cache.get('main', 'k', async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect((await cache.get('main', 'k', making('mended'))).value).toBe('mended')
  })

  test('is kept unless one of its own tables was written to on its own site meanwhile', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    const [first, second, third] = [slowly('1', ['topics']), slowly('2', ['products']), slowly('3', ['topics'])]
    const asked = [cache.get('main', 'a', first.make), cache.get('main', 'b', second.make), cache.get('copy', 'c', third.make)]
    cache.invalidate('main', ['topics'])
    for (const { end } of [first, second, third]) end()
    await Promise.all(asked)
    expect(['a', 'b', 'c'].map((key) => cache.getIfCached(key)?.value)).toEqual([undefined, '2', '3'])
  })

  test('is not waited for by those who ask after a write on its site, and not overtaken by what was written before it', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    const [old, elsewhere] = [slowly('old', ['topics']), slowly('elsewhere', ['topics'])]
    const asked = [cache.get('main', 'k', old.make), cache.get('copy', 'c', elsewhere.make)]
    cache.invalidate('main', ['topics'])
    expect((await cache.get('main', 'k', making('new'))).value).toBe('new')
    const waiting = cache.get('copy', 'c', making('another'))
    for (const { end } of [old, elsewhere]) end()
    expect((await Promise.all([...asked, waiting])).map(({ value }) => value)).toEqual(['old', 'elsewhere', 'elsewhere'])
    expect(cache.getIfCached('k')?.value).toBe('new')
  })

  test('leaves the next one alone when it ends late', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    const [old, next] = [slowly('old', []), slowly('next', [])]
    const first = cache.get('main', 'k', old.make)
    cache.invalidate('main', ['topics'])
    const second = cache.get('main', 'k', next.make)
    old.end()
    await first
    const third = cache.get('main', 'k', making('third'))
    cache.delete('k')
    next.end()
    expect([(await second).value, cache.counts]).toEqual(['next', { hits: 1, misses: 2 }])
    await third
  })

  test('is overtaken by a write however many others there were', async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1_000_000)
    const early = slowly('early', ['topics'])
    const asked = cache.get('main', 'early', early.make)
    cache.invalidate('main', ['topics'])
    cache.invalidate(
      'main',
      Array.from({ length: 1_500 }, (_, at) => `table_${at}`),
    )
    // One that ends meanwhile forgets what can overtake nobody: this write still can.
    await cache.get('main', 'other', making('other', []))
    early.end()
    await asked
    expect(cache.getIfCached('early')).toBeUndefined()
    expect((await cache.get('main', 'early', making('again'))).value).toBe('again')
    expect(cache.getIfCached('early')?.value).toBe('again')
  })
})
