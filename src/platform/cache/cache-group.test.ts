import { expect, test } from 'vitest'
import { CacheGroup } from './cache-group.ts'
import { TableCache } from './table-cache.ts'

test('cache group invalidates its own caches and those of member groups, and no others', async () => {
  const shared = new CacheGroup()
  const [server, otherServer] = [new CacheGroup(shared), new CacheGroup(shared)]
  const caches = [shared, server, otherServer].map((group) => new TableCache<string>(group, 1e6))
  for (const cache of caches) await cache.get('main', 'k', async () => ({ value: 'rows', tables: ['topics'], bytes: 10 }))
  server.invalidate('main', new Set(['topics']).values())
  expect(caches.map((cache) => cache.getIfCached('k')?.value)).toEqual([undefined, undefined, 'rows'])
})
