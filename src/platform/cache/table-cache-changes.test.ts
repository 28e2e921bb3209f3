/** What is kept is held against what has changed when it is asked for, and what has changed is forgotten again. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CacheGroup } from './cache-group.ts'
import { TableCache } from './table-cache.ts'

afterEach(() => void vi.useRealTimers())

const cacheOne = (cache: TableCache<string>, key: string, tables: string[], site = 'main') =>
  cache.get(site, key, async () => ({ value: key, tables, bytes: 10 }))
const listCached = (cache: TableCache<string>, ...keys: string[]) => keys.filter((key) => cache.getIfCached(key))
/** More than are remembered. */
const changeMuch = (cache: TableCache<string>, site = 'main') => {
  for (let at = 0; at < 2_500; at += 1) cache.invalidate(site, [`views:id=${at}`])
}

test('a change counts for what was kept before it, and not for what is made after', async () => {
  const cache = new TableCache<string>(new CacheGroup(), 1e6)
  await cacheOne(cache, 'topic 1', ['topics:id=1'])
  await cacheOne(cache, 'topic 2', ['topics:id=2'])
  await cacheOne(cache, 'elsewhere', ['topics:id=1'], 'other')
  cache.invalidate('main', ['topics:id=1'])
  expect(listCached(cache, 'topic 1', 'topic 2', 'elsewhere')).toEqual(['topic 2', 'elsewhere'])
  await cacheOne(cache, 'topic 1', ['topics:id=1'])
  expect(listCached(cache, 'topic 1')).toEqual(['topic 1'])
  expect(cache.counts).toEqual({ hits: 0, misses: 4 })
})

test('what changed long ago is still known of what nobody has asked for since', async () => {
  const cache = new TableCache<string>(new CacheGroup(), 1e6)
  await cacheOne(cache, 'old', ['topics:id=1'])
  await cacheOne(cache, 'unchanged', ['topics:id=2'])
  await cacheOne(cache, 'elsewhere', ['topics:id=1'], 'other')
  cache.invalidate('main', ['topics:id=1'])
  changeMuch(cache)
  changeMuch(cache, 'other')
  expect(listCached(cache, 'old', 'unchanged', 'elsewhere')).toEqual(['unchanged', 'elsewhere'])
  expect(cache.size.entries).toBe(2)
  cache.invalidate('main', ['topics:id=2'])
  expect(listCached(cache, 'unchanged', 'elsewhere')).toEqual(['elsewhere'])
})

test('what a write has overtaken while it was made is kept by nobody, however much changes meanwhile', async () => {
  const cache = new TableCache<string>(new CacheGroup(), 1e6)
  const read = Promise.withResolvers<void>()
  const slow = (key: string, table: string) =>
    cache.get('main', key, async () => {
      await read.promise
      return { value: key, tables: [table], bytes: 10 }
    })
  const making = [slow('overtaken', 'topics:id=1'), slow('fine', 'topics:id=2')]
  cache.invalidate('main', ['topics:id=1'])
  changeMuch(cache)
  read.resolve()
  expect((await Promise.all(making)).map(({ value }) => value)).toEqual(['overtaken', 'fine'])
  expect(listCached(cache, 'overtaken', 'fine')).toEqual(['fine'])
})

describe('what a write has overtaken', () => {
  const making = (value: string) => vi.fn(async (_outdated: string | undefined) => ({ value, tables: ['topics:id=1'], bytes: 10 }))
  const cacheOutdated = async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1e6)
    await cache.get('main', 'k', making('one'))
    cache.invalidate('main', ['topics:id=1'])
    return cache
  }

  test('is found no more, and given to whoever makes it anew; nobody else gets it', async () => {
    const cache = await cacheOutdated()
    expect(cache.getIfCached('k')).toBeUndefined()
    const [again, other] = [making('two'), making('other')]
    expect((await cache.get('main', 'k', again)).value).toBe('two')
    await cache.get('main', 'o', other)
    expect([again.mock.calls, other.mock.calls]).toEqual([[['one']], [[undefined]]])
    expect(listCached(cache, 'k', 'o')).toEqual(['k', 'o'])
  })

  test('is kept again when it is right all the same, until the next write', async () => {
    const cache = await cacheOutdated()
    expect((await cache.get('main', 'k', making('one'))).value).toBe('one')
    expect([listCached(cache, 'k'), cache.counts]).toEqual([['k'], { hits: 0, misses: 2 }])
    cache.invalidate('main', ['topics:id=1'])
    expect(listCached(cache, 'k')).toEqual([])
  })

  test('is kept no longer than it would have been', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] })
    const cache = new TableCache<string>(new CacheGroup(), 1e6)
    const at = (time: string) => vi.setSystemTime(new Date(`2026-11-22T${time}Z`))
    await cache.get('main', 'k', making('one'))
    at('12:04:00')
    cache.invalidate('main', ['topics:id=1'])
    await cache.get('main', 'k', making('one'))
    at('12:04:59')
    expect(listCached(cache, 'k')).toEqual(['k'])
    at('12:05:01')
    expect(listCached(cache, 'k')).toEqual([])
    // Too old is not overtaken: what it says of the time is wrong.
    const again = making('one')
    await cache.get('main', 'k', again)
    expect(again).toHaveBeenCalledWith(undefined)
  })

  test('is kept for nobody when it grew too old while it was looked at', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] })
    const cache = await cacheOutdated()
    await cache.get('main', 'k', async () => {
      vi.setSystemTime(new Date('2026-11-22T12:06:00Z'))
      return { value: 'one', tables: [], bytes: 10 }
    })
    expect(listCached(cache, 'k')).toEqual([])
  })

  test('goes when nothing can be made in its place', async () => {
    const cache = await cacheOutdated()
    await expect(cache.get('main', 'k', async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(cache.size.entries).toBe(0)
  })
})
