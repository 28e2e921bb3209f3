import { expect, test } from 'vitest'
import { formatCount, formatDayLabel, roundUp } from './day-chart.tsx'

test('the scale ends at a figure that four lines divide into whole numbers', () => {
  const tops = [0, 1, 4, 5, 9, 13, 21, 40, 41, 283, 4_000, 123_456].map(roundUp)
  expect(tops).toEqual([4, 4, 4, 8, 12, 20, 40, 40, 80, 400, 4_000, 200_000])
  expect(tops.filter((top) => top % 4 !== 0)).toEqual([])
})

test('one and many', () => {
  expect([0, 1, 1234].map((count) => formatCount(count, 'visitor'))).toEqual(['0 visitors', '1 visitor', '1,234 visitors'])
})

test('the chart is told in words, too', () => {
  const days = [
    { day: '2026-11-01', views: 3, visitors: 2 },
    { day: '2026-11-02', views: 10, visitors: 1 },
    { day: '2026-11-03', views: 0, visitors: 0 },
  ]
  expect(formatDayLabel(days, (day) => day)).toBe(
    'per day from 2026-11-01 to 2026-11-03. On average 4 page views a day; most on 2026-11-02: 10 page views, 1 visitor. The table below has every day.',
  )
  expect(formatDayLabel([{ day: '2026-11-01', views: 0, visitors: 0 }], String)).toBe('Nobody looked at a page on any of these days.')
})
