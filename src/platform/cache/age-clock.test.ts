import { afterEach, expect, test, vi } from 'vitest'
import { createAgeClock } from './age-clock.ts'

afterEach(() => void vi.useRealTimers())

test('age clock advances when the system clock is set forward, and not when it is set back', () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] })
  const getAge = createAgeClock()
  const start = getAge()
  vi.setSystemTime(new Date('2026-11-22T12:10:00Z'))
  expect(getAge() - start).toBeGreaterThanOrEqual(600_000)
  const before = getAge()
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
  expect(getAge() - before).toBeGreaterThanOrEqual(0)
  expect(getAge() - before).toBeLessThan(60_000)
  vi.setSystemTime(new Date('2026-11-21T12:05:00Z'))
  expect(getAge() - before).toBeGreaterThanOrEqual(300_000)
})
