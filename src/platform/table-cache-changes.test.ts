/** What is kept is held against what has changed when it is asked for, and what has changed is forgotten again. */
import { expect, test } from 'vitest'
import { TableCache } from './table-cache.ts'

const cacheOne = (cache: TableCache<string>, key: string, tables: string[], site = 'main') =>
  cache.get(site, key, async () => ({ value: key, tables, bytes: 10 }))
const listCached = (cache: TableCache<string>, ...keys: string[]) => keys.filter((key) => cache.getIfCached(key))
/** More than are remembered. */
const changeMuch = (cache: TableCache<string>, site = 'main') => {
  for (let at = 0; at < 2_500; at += 1) cache.invalidate(site, [`views:id=${at}`])
}

test('a change counts for what was kept before it, and not for what is made after', async () => {
  const cache = new TableCache<string>(1e6)
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
  const cache = new TableCache<string>(1e6)
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
  const cache = new TableCache<string>(1e6)
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
