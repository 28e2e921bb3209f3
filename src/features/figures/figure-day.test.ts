/** Tests at which time the day of the reference values changes. */
import { expect, test } from 'vitest'
import { currentDay } from './figure-day.policy.ts'

test.each([
  ['2026-09-30T22:59:59Z', '2026-09-30'],
  // In summer time, midnight in London is 23:00 UTC.
  ['2026-09-30T23:00:00Z', '2026-10-01'],
  ['2026-12-31T23:59:59Z', '2026-12-31'],
  ['2027-01-01T00:00:00Z', '2027-01-01'],
  ['2027-03-28T00:59:59Z', '2027-03-28'],
])('currentDay returns for %s the day in London, %s', (time, day) => {
  expect(currentDay(Date.parse(time))).toBe(day)
})
