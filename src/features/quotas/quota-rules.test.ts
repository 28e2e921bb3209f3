import { expect, test } from 'vitest'
import { isNearLimit } from './quota.policy.ts'

test.each([
  [0, 0, true],
  [0, 99, true],
  [0, 100, false],
  [1, 100, true],
  [949, 1000, true],
  [900, 1000, false],
  [901, 1000, true],
  [9499, 10_000, false],
  [9500, 10_000, true],
  [10_001, 10_000, true],
])('%d of %d used is near the limit: %s', (used, limit, isNear) => expect(isNearLimit(used, limit)).toBe(isNear))
