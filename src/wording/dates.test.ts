import { expect, test } from 'vitest'
import { formatForumTime, formatReviewTime } from './ages.ts'
import { formatLongDate, formatLongDateTime, formatShortDate, formatShortDateTime, toLocalTime } from './dates.ts'

const now = Date.parse('2026-03-15T12:00:00Z')
const getTimeAgo = (seconds: number) => new Date(now - seconds * 1000).toISOString()
const minutes = 60
const hours = 60 * minutes
const days = 24 * hours

test('FMT-01 long dates are by default American, and independent of the time zone', () => {
  expect(formatLongDate('2025-01-05')).toBe('January 5, 2025')
  expect(formatLongDate('2025-01-05T23:59:59Z')).toBe('January 5, 2025')
  expect(formatLongDate('2025-01-05T00:00:00Z', 'en-GB')).toBe('5 January 2025')
})

test('short dates are by default British', () => {
  expect(formatShortDate('2025-01-05T14:30:00Z')).toBe('5 Jan 2025')
  expect(formatShortDateTime('2025-01-05T14:30:00Z')).toBe('5 Jan 2025, 14:30')
})

test.each([
  ['en-GB', '5 January 2025', '5 Jan 2025, 14:30', '5 Jan 2025, 00:05'],
  ['en-IE', '5 January 2025', '5 Jan 2025, 14:30', '5 Jan 2025, 00:05'],
  ['en-US', 'January 5, 2025', 'Jan 5, 2025, 2:30 pm', 'Jan 5, 2025, 12:05 am'],
  ['en-CA', 'January 5, 2025', 'Jan 5, 2025, 2:30 pm', 'Jan 5, 2025, 12:05 am'],
  ['en-AU', '5 January 2025', '5 Jan 2025, 2:30 pm', '5 Jan 2025, 12:05 am'],
])('in %s dates are formatted as %s and %s', (language, long, afternoon, night) => {
  expect(formatLongDate('2025-01-05T14:30:00Z', language)).toBe(long)
  expect(formatShortDateTime('2025-01-05T14:30:00Z', language)).toBe(afternoon)
  expect(formatShortDateTime('2025-01-05T00:05:00Z', language)).toBe(night)
})

test.each([
  [-60, 'Just now'],
  [0, 'Just now'],
  [59, 'Just now'],
  [1 * minutes, '1 minute ago'],
  [5 * minutes, '5 minutes ago'],
  [59 * minutes + 59, '59 minutes ago'],
  [1 * hours, '1 hour ago'],
  [23 * hours + 59 * minutes, '23 hours ago'],
  [1 * days, '1 day ago'],
  [29 * days + 23 * hours, '29 days ago'],
  [30 * days, '1 month ago'],
  [59 * days, '1 month ago'],
  [60 * days, '2 months ago'],
  [400 * days, '13 months ago'],
])('FMT-05 a forum time %i seconds ago is formatted as %s', (age, words) => {
  expect(formatForumTime(getTimeAgo(age), now)).toBe(words)
})

test.each([
  [-60, 'Today'],
  [0, 'Today'],
  [23 * hours, 'Today'],
  [1 * days, '1 day ago'],
  [6 * days + 23 * hours, '6 days ago'],
  [7 * days, '1 week ago'],
  [14 * days, '2 weeks ago'],
  [370 * days, '52 weeks ago'],
])('FMT-06 a review time %i seconds ago is formatted as %s', (age, words) => {
  expect(formatReviewTime(getTimeAgo(age), now)).toBe(words)
})

test.each([null, undefined, '', 'soon', '5', '2025-13-45'])('FMT-07 all formats return Unknown date for %j', (invalid) => {
  for (const format of [formatLongDate, formatShortDate, formatShortDateTime, formatForumTime, formatReviewTime])
    expect(format(invalid)).toBe('Unknown date')
})

test('formatLongDateTime formats day and time', () => {
  expect(formatLongDateTime('2025-01-05T14:30:00Z')).toBe('5 January 2025 at 14:30')
  expect(formatLongDateTime('2025-01-05T14:30:00Z', 'en-US')).toBe('January 5, 2025 at 2:30 pm')
})

test('toLocalTime shifts a timestamp to local time', () => {
  const originalZone = process.env['TZ']
  process.env['TZ'] = 'America/New_York'
  expect(toLocalTime('2026-01-05T02:30:00.000Z')).toBe('2026-01-04T21:30:00.000Z')
  expect(toLocalTime('2026-07-05T02:30:00.000Z')).toBe('2026-07-04T22:30:00.000Z')
  expect(toLocalTime(null)).toBe(null)
  process.env['TZ'] = originalZone ?? ''
  if (originalZone === undefined) delete process.env['TZ']
})
