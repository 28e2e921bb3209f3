import { expect, test } from 'vitest'
import { computeFreshForMs } from './page-freshness.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')
const minutes = (ms: number) => ms / 60_000
const pageData = (...times: string[]) => JSON.stringify({ replies: times.map((createdAt) => ({ createdAt })) })

test('a page is fresh for a twelfth of the age of its latest timestamp, between 5 and 60 minutes', () => {
  const freshMinutesOf = (...times: string[]) => minutes(computeFreshForMs(pageData(...times), noon))
  expect(freshMinutesOf('2026-11-24T11:59:00.000Z')).toBe(5)
  expect(freshMinutesOf('2026-11-24T06:00:00Z')).toBe(30)
  expect(freshMinutesOf('2026-11-23T10:00:00.123Z')).toBe(60)
  expect(freshMinutesOf('2024-01-01T00:00:00Z', '2026-11-24T06:00:00Z', '2025-01-01T00:00:00Z')).toBe(30)
})

test('a page is fresh at most until its next future timestamp, and for 60 minutes without timestamps', () => {
  expect(minutes(computeFreshForMs(pageData('2024-01-01T00:00:00Z', '2026-11-24T12:20:00Z'), noon))).toBe(20)
  expect(minutes(computeFreshForMs(pageData('2026-11-24T06:00:00Z', '2026-12-24T00:00:00Z'), noon))).toBe(30)
  expect(minutes(computeFreshForMs('{}', noon))).toBe(60)
})

test('a page is fresh for 5 minutes in the hour before midnight in London, in summer and winter', () => {
  const old = pageData('2024-01-01T00:00:00Z')
  const freshMinutesAt = (now: string) => minutes(computeFreshForMs(old, Date.parse(now)))
  expect(freshMinutesAt('2026-11-24T22:59:00Z')).toBe(60)
  expect(freshMinutesAt('2026-11-24T23:01:00Z')).toBe(5)
  expect(freshMinutesAt('2026-07-01T22:01:00Z')).toBe(5)
  expect(freshMinutesAt('2026-07-01T23:01:00Z')).toBe(60)
})
