import { expect, test } from 'vitest'
import { counted, roundUp } from './day-chart.tsx'

test('the scale ends at a figure that four lines divide into whole numbers', () => {
  const tops = [0, 1, 4, 5, 9, 13, 21, 40, 41, 283, 4_000, 123_456].map(roundUp)
  expect(tops).toEqual([4, 4, 4, 8, 12, 20, 40, 40, 80, 400, 4_000, 200_000])
  expect(tops.filter((top) => top % 4 !== 0)).toEqual([])
})

test('one and many', () => {
  expect([0, 1, 1234].map((count) => counted(count, 'visitor'))).toEqual(['0 visitors', '1 visitor', '1,234 visitors'])
})
