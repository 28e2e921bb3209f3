/** Strangers fill no memory: after a flood of addresses, hosts and browsers that nobody has, the server holds no more than before. */
import { expect, test } from 'vitest'
import { neverKept } from './support/attacks/flood.ts'
import { measureGrowth } from './support/attacks/memory-flood.ts'

/** Whoever kept these would hold some 40 MB more. What V8 and the allocator do by themselves is a fraction of it. */
const MAX_KEPT_MB = 12

test('long addresses and made-up hosts and browsers: nothing of them is kept', async () => {
  const { keptMB, entries, statuses } = await measureGrowth(neverKept, 2_800, 240)
  expect(statuses).toEqual({ 200: expect.any(Number), 308: expect.any(Number), 400: expect.any(Number), 404: expect.any(Number) })
  expect(entries).toBe(0)
  expect(keptMB).toBeLessThan(MAX_KEPT_MB)
})
