/** When the register's day begins. */
import { expect, test } from 'vitest'
import { currentDay } from './figure-day.policy.ts'

test.each([
  ['2026-09-30T22:59:59Z', '2026-09-30'],
  // A price from 1 October holds from the first minute of it in London, which is summer time.
  ['2026-09-30T23:00:00Z', '2026-10-01'],
  ['2026-12-31T23:59:59Z', '2026-12-31'],
  ['2027-01-01T00:00:00Z', '2027-01-01'],
  ['2027-03-28T00:59:59Z', '2027-03-28'],
])('%s is in the day %s', (moment, day) => {
  expect(currentDay(Date.parse(moment))).toBe(day)
})
