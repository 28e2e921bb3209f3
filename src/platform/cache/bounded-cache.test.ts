import { expect, test } from 'vitest'
import { createBoundedCache } from './bounded-cache.ts'

test('bounded cache counts keys and values and drops the least recently used entries', () => {
  const cache = createBoundedCache<string>({ maxBytes: 1_000, bytesOf: (value) => value.length })
  for (const key of ['a', 'b', 'c']) cache.set(key, 'x'.repeat(200))
  expect(cache.get('a')).toBeDefined()
  expect(cache.calculatedSize).toBe(906)
  cache.set('d', 'x'.repeat(200))
  expect([...cache.keys()]).toEqual(['d', 'a', 'c'])
  cache.set('k'.repeat(1_000), '')
  expect(cache.size).toBe(3)
})
