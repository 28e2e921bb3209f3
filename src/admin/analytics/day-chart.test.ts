import { expect, test } from 'vitest'
import { createWording } from '#wording/wording.ts'
import { summariseChart, roundUpToAxisMax } from './day-chart.tsx'

test('roundUpToAxisMax returns the next axis maximum, which is divisible by four', () => {
  const axisMaxima = [0, 1, 4, 5, 9, 13, 21, 40, 41, 283, 4_000, 123_456].map(roundUpToAxisMax)
  expect(axisMaxima).toEqual([4, 4, 4, 8, 12, 20, 40, 40, 80, 400, 4_000, 200_000])
  expect(axisMaxima.filter((top) => top % 4 !== 0)).toEqual([])
})

const wording = createWording({ language: 'en-GB', symbol: '£' })

test('summariseChart names period, average and busiest day, or says that there are no page views', () => {
  const days = [
    { day: '2026-11-01', views: 3, visitors: 2 },
    { day: '2026-11-02', views: 10, visitors: 1 },
    { day: '2026-11-03', views: 0, visitors: 0 },
  ]
  expect(summariseChart(days, wording)).toBe(
    'per day from 1 Nov 2026 to 3 Nov 2026. Average: 4 page views a day. Busiest day: 2 Nov 2026 with 10 page views and 1 visitor. The table below lists every day.',
  )
  expect(summariseChart([{ day: '2026-11-01', views: 0, visitors: 0 }], wording)).toBe('No page views in this period.')
})
