/** Floods of unknown URLs, hosts and user agents do not fill memory beyond the caches' limits. */
import { expect, test } from 'vitest'
import { cacheableRequest, uncacheableRequest } from '#tests/support/attacks/flood.ts'
import { measureGrowth } from '#tests/support/attacks/memory-flood.ts'

const MINUTES = 60_000

test('40,000 uncacheable requests do not grow the process', { timeout: 30 * MINUTES }, async () => {
  const { retainedMB, rssMB, entries } = await measureGrowth(uncacheableRequest, 40_000, 1_200)
  expect(entries).toBe(0)
  expect(retainedMB).toBeLessThan(15)
  // The allocator retains some memory once.
  expect(rssMB).toBeLessThan(130)
})

test('10,000 cacheable requests grow the process by the cache limits at most', { timeout: 30 * MINUTES }, async () => {
  const { retainedMB, rssMB, entries } = await measureGrowth(cacheableRequest, 10_000, 1_200)
  expect(entries).toBeGreaterThan(0)
  // Limits: pages 64 MB, data 32, URLs 8, drawings 16. The caches overestimate what they hold.
  expect(retainedMB).toBeLessThan(110)
  expect(rssMB).toBeLessThan(230)
})
