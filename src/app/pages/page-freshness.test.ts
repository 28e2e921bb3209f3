import { expect, test } from 'vitest'
import { computeFreshForMs } from './page-freshness.ts'

const NOON_MS = Date.parse('2026-11-24T12:00:00Z')
const toMinutes = (ms: number) => ms / 60_000
const createPageData = (...times: string[]) => JSON.stringify({ replies: times.map((createdAt) => ({ createdAt })) })

test('a page is fresh for a twelfth of the age of its latest timestamp, between 5 and 60 minutes', () => {
  const computeFreshMinutes = (...times: string[]) => toMinutes(computeFreshForMs(createPageData(...times), NOON_MS))
  expect(computeFreshMinutes('2026-11-24T11:59:00.000Z')).toBe(5)
  expect(computeFreshMinutes('2026-11-24T06:00:00Z')).toBe(30)
  expect(computeFreshMinutes('2026-11-23T10:00:00.123Z')).toBe(60)
  expect(computeFreshMinutes('2024-01-01T00:00:00Z', '2026-11-24T06:00:00Z', '2025-01-01T00:00:00Z')).toBe(30)
})

test('a page is fresh at most until its next future timestamp, and for 60 minutes without timestamps', () => {
  expect(toMinutes(computeFreshForMs(createPageData('2024-01-01T00:00:00Z', '2026-11-24T12:20:00Z'), NOON_MS))).toBe(20)
  expect(toMinutes(computeFreshForMs(createPageData('2026-11-24T06:00:00Z', '2026-12-24T00:00:00Z'), NOON_MS))).toBe(30)
  expect(toMinutes(computeFreshForMs('{}', NOON_MS))).toBe(60)
})

test('a page is fresh for 5 minutes in the hour before midnight in London, in summer and winter', () => {
  const oldPageData = createPageData('2024-01-01T00:00:00Z')
  const computeFreshMinutesAt = (now: string) => toMinutes(computeFreshForMs(oldPageData, Date.parse(now)))
  expect(computeFreshMinutesAt('2026-11-24T22:59:00Z')).toBe(60)
  expect(computeFreshMinutesAt('2026-11-24T23:01:00Z')).toBe(5)
  expect(computeFreshMinutesAt('2026-07-01T22:01:00Z')).toBe(5)
  expect(computeFreshMinutesAt('2026-07-01T23:01:00Z')).toBe(60)
})
