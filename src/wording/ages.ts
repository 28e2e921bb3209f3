/** Formats the relative times of the forum and of reviews. */
import { formatCount, type PluralForms } from './counts.ts'
import { parseTimestamp, UNKNOWN_DATE, type IsoDate } from './dates.ts'
import { NOUNS } from './nouns.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Formats an age as `Just now`, then in minutes, hours and days, and from 30 days in months of 30 days: `5 minutes ago`, `1 month ago`. */
export function formatForumTime(iso: IsoDate, now: number | Date = Date.now(), language?: string): string {
  const time = parseTimestamp(iso)
  if (time === undefined) return UNKNOWN_DATE
  const age = Number(now) - time
  if (age < MINUTE_MS) return 'Just now'
  if (age < HOUR_MS) return formatAge(age / MINUTE_MS, NOUNS.minute, language)
  if (age < DAY_MS) return formatAge(age / HOUR_MS, NOUNS.hour, language)
  if (age < 30 * DAY_MS) return formatAge(age / DAY_MS, NOUNS.day, language)
  return formatAge(age / (30 * DAY_MS), NOUNS.month, language)
}

/** Formats an age as `Today`, then up to six days, then in weeks: `6 days ago`, `2 weeks ago`. */
export function formatReviewTime(iso: IsoDate, now: number | Date = Date.now(), language?: string): string {
  const time = parseTimestamp(iso)
  if (time === undefined) return UNKNOWN_DATE
  const age = Number(now) - time
  if (age < DAY_MS) return 'Today'
  if (age < 7 * DAY_MS) return formatAge(age / DAY_MS, NOUNS.day, language)
  return formatAge(age / (7 * DAY_MS), NOUNS.week, language)
}

const formatAge = (amount: number, unit: PluralForms, language?: string): string => `${formatCount(Math.floor(amount), unit, language)} ago`
