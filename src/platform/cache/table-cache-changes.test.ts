/** Tests that entries are validated against recorded changes on read, and that changes are dropped in sweeps. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CacheGroup } from './cache-group.ts'
import { TableCache } from './table-cache.ts'

afterEach(() => void vi.useRealTimers())

const cacheOne = (cache: TableCache<string>, key: string, tables: string[], site = 'main') =>
  cache.get(site, key, async () => ({ value: key, tables, bytes: 10 }))
const listCached = (cache: TableCache<string>, ...keys: string[]) => keys.filter((key) => cache.getIfCached(key))
/** Records more changes than `MAX_CHANGES`, which triggers a sweep. */
const triggerSweep = (cache: TableCache<string>, site = 'main') => {
  for (let index = 0; index < 2_500; index += 1) cache.invalidate(site, [`views:id=${index}`])
}

test('a change invalidates entries that were stored before it and not after', async () => {
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

test('a sweep drops outdated entries that were not read since the change', async () => {
  const cache = new TableCache<string>(new CacheGroup(), 1e6)
  await cacheOne(cache, 'old', ['topics:id=1'])
  await cacheOne(cache, 'unchanged', ['topics:id=2'])
  await cacheOne(cache, 'elsewhere', ['topics:id=1'], 'other')
  cache.invalidate('main', ['topics:id=1'])
  triggerSweep(cache)
  triggerSweep(cache, 'other')
  expect(listCached(cache, 'old', 'unchanged', 'elsewhere')).toEqual(['unchanged', 'elsewhere'])
  expect(cache.size.entries).toBe(2)
  cache.invalidate('main', ['topics:id=2'])
  expect(listCached(cache, 'unchanged', 'elsewhere')).toEqual(['elsewhere'])
})

test('a sweep retains the changes that outdate a pending computation', async () => {
  const cache = new TableCache<string>(new CacheGroup(), 1e6)
  const canFinish = Promise.withResolvers<void>()
  const slow = (key: string, table: string) =>
    cache.get('main', key, async () => {
      await canFinish.promise
      return { value: key, tables: [table], bytes: 10 }
    })
  const pending = [slow('outdated', 'topics:id=1'), slow('current', 'topics:id=2')]
  cache.invalidate('main', ['topics:id=1'])
  triggerSweep(cache)
  canFinish.resolve()
  expect((await Promise.all(pending)).map(({ value }) => value)).toEqual(['outdated', 'current'])
  expect(listCached(cache, 'outdated', 'current')).toEqual(['current'])
})

describe('an outdated value', () => {
  const createReturning = (value: string) => vi.fn(async (_outdated: string | undefined) => ({ value, tables: ['topics:id=1'], bytes: 10 }))
  const cacheOutdated = async () => {
    const cache = new TableCache<string>(new CacheGroup(), 1e6)
    await cache.get('main', 'k', createReturning('one'))
    cache.invalidate('main', ['topics:id=1'])
    return cache
  }

  test('is not returned, and is passed only to the create function of its key', async () => {
    const cache = await cacheOutdated()
    expect(cache.getIfCached('k')).toBeUndefined()
    const [again, other] = [createReturning('two'), createReturning('other')]
    expect((await cache.get('main', 'k', again)).value).toBe('two')
    await cache.get('main', 'o', other)
    expect(again.mock.calls).toEqual([['one']])
    expect(other.mock.calls).toEqual([[undefined]])
    expect(listCached(cache, 'k', 'o')).toEqual(['k', 'o'])
  })

  test('is stored again if create returns it, until the next write', async () => {
    const cache = await cacheOutdated()
    expect((await cache.get('main', 'k', createReturning('one'))).value).toBe('one')
    expect(listCached(cache, 'k')).toEqual(['k'])
    expect(cache.counts).toEqual({ hits: 0, misses: 2 })
    cache.invalidate('main', ['topics:id=1'])
    expect(listCached(cache, 'k')).toEqual([])
  })

  test('retains its expiry if create returns it', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] })
    const cache = new TableCache<string>(new CacheGroup(), 1e6)
    const setClock = (time: string) => vi.setSystemTime(new Date(`2026-11-22T${time}Z`))
    await cache.get('main', 'k', createReturning('one'))
    setClock('12:04:00')
    cache.invalidate('main', ['topics:id=1'])
    await cache.get('main', 'k', createReturning('one'))
    setClock('12:04:59')
    expect(listCached(cache, 'k')).toEqual(['k'])
    setClock('12:05:01')
    expect(listCached(cache, 'k')).toEqual([])
    // Expired values are not passed to `create`, because texts in them such as '5 minutes ago' are outdated.
    const again = createReturning('one')
    await cache.get('main', 'k', again)
    expect(again).toHaveBeenCalledWith(undefined)
  })

  test('is not stored if it expires while create runs', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] })
    const cache = await cacheOutdated()
    await cache.get('main', 'k', async () => {
      vi.setSystemTime(new Date('2026-11-22T12:06:00Z'))
      return { value: 'one', tables: [], bytes: 10 }
    })
    expect(listCached(cache, 'k')).toEqual([])
  })

  test('is dropped if create fails', async () => {
    const cache = await cacheOutdated()
    await expect(cache.get('main', 'k', async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(cache.size.entries).toBe(0)
  })
})
