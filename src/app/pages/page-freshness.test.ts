import { expect, test } from 'vitest'
import { computeFreshForMs } from './page-freshness.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')
const minutes = (ms: number) => ms / 60_000
const showing = (...times: string[]) => JSON.stringify({ replies: times.map((createdAt) => ({ createdAt })) })

test('a page is kept for a twelfth of the age of the latest thing it shows, five minutes at least and an hour at most', () => {
  const freshMinutesOf = (...times: string[]) => minutes(computeFreshForMs(showing(...times), noon))
  expect(freshMinutesOf('2026-11-24T11:59:00.000Z')).toBe(5)
  expect(freshMinutesOf('2026-11-24T06:00:00Z')).toBe(30)
  expect(freshMinutesOf('2026-11-23T10:00:00.123Z')).toBe(60)
  expect(freshMinutesOf('2024-01-01T00:00:00Z', '2026-11-24T06:00:00Z', '2025-01-01T00:00:00Z')).toBe(30)
})

test('what is still to come is no age but an end, and a page without a time is kept for an hour', () => {
  expect(minutes(computeFreshForMs(showing('2024-01-01T00:00:00Z', '2026-11-24T12:20:00Z'), noon))).toBe(20)
  expect(minutes(computeFreshForMs(showing('2026-11-24T06:00:00Z', '2026-12-24T00:00:00Z'), noon))).toBe(30)
  expect(minutes(computeFreshForMs('{}', noon))).toBe(60)
})

test('in the hour before midnight in London it is five minutes, in summer as in winter', () => {
  const old = showing('2024-01-01T00:00:00Z')
  const freshMinutesAt = (now: string) => minutes(computeFreshForMs(old, Date.parse(now)))
  expect(freshMinutesAt('2026-11-24T22:59:00Z')).toBe(60)
  expect(freshMinutesAt('2026-11-24T23:01:00Z')).toBe(5)
  expect(freshMinutesAt('2026-07-01T22:01:00Z')).toBe(5)
  expect(freshMinutesAt('2026-07-01T23:01:00Z')).toBe(60)
})
