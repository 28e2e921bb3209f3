import { afterEach, expect, test, vi } from 'vitest'
import { createAgeClock } from './age-clock.ts'

afterEach(() => void vi.useRealTimers())

test('age clock follows the system clock forward and ignores that it is set back', () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] })
  const now = createAgeClock()
  const start = now()
  vi.setSystemTime(new Date('2026-11-22T12:10:00Z'))
  expect(now() - start).toBeGreaterThanOrEqual(600_000)
  const before = now()
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
  expect(now() - before).toBeGreaterThanOrEqual(0)
  expect(now() - before).toBeLessThan(60_000)
  vi.setSystemTime(new Date('2026-11-21T12:05:00Z'))
  expect(now() - before).toBeGreaterThanOrEqual(300_000)
})
