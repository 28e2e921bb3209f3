/** Strangers fill no memory: after a flood of addresses, hosts and browsers that nobody has, and of what the caches together may hold. */
import { expect, test } from 'vitest'
import { cacheableRequest, uncacheableRequest } from '#tests/support/attacks/flood.ts'
import { measureGrowth } from '#tests/support/attacks/memory-flood.ts'

const MINUTES = 60_000

test('40,000 that are never kept: the process is no larger for them', { timeout: 30 * MINUTES }, async () => {
  const { retainedMB, rssMB, entries } = await measureGrowth(uncacheableRequest, 40_000, 1_200)
  expect(entries).toBe(0)
  expect(retainedMB).toBeLessThan(15)
  // Beside what is kept the allocator takes some, once.
  expect(rssMB).toBeLessThan(130)
})

test('10,000 that may be kept: no more than the caches have room for', { timeout: 30 * MINUTES }, async () => {
  const { retainedMB, rssMB, entries } = await measureGrowth(cacheableRequest, 10_000, 1_200)
  expect(entries).toBeGreaterThan(0)
  // Of pages at most 64 MB, of data 32, of addresses 8, of drawings 16: they count what they hold, and rather too much than too little.
  expect(retainedMB).toBeLessThan(110)
  expect(rssMB).toBeLessThan(230)
})
