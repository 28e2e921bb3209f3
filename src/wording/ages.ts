/** Relative times of the forum and of reviews. */
import { formatCount, type PluralForms } from './counts.ts'
import { parseTimestamp, UNKNOWN_DATE, type IsoDate } from './dates.ts'
import { NOUNS } from './nouns.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Formats `Just now`, then minutes, hours and days, and from 30 days on months of 30 days: `5 minutes ago`, `1 month ago`. */
export function formatForumTime(iso: IsoDate, now: number | Date = Date.now(), language?: string): string {
  const time = parseTimestamp(iso)
  if (time === undefined) return UNKNOWN_DATE
  const age = Number(now) - time
  if (age < minute) return 'Just now'
  if (age < hour) return ago(age / minute, NOUNS.minute, language)
  if (age < day) return ago(age / hour, NOUNS.hour, language)
  if (age < 30 * day) return ago(age / day, NOUNS.day, language)
  return ago(age / (30 * day), NOUNS.month, language)
}

/** Formats `Today`, then up to six days, then weeks: `6 days ago`, `2 weeks ago`. */
export function formatReviewTime(iso: IsoDate, now: number | Date = Date.now(), language?: string): string {
  const time = parseTimestamp(iso)
  if (time === undefined) return UNKNOWN_DATE
  const age = Number(now) - time
  if (age < day) return 'Today'
  if (age < 7 * day) return ago(age / day, NOUNS.day, language)
  return ago(age / (7 * day), NOUNS.week, language)
}

const ago = (amount: number, unit: PluralForms, language?: string): string => `${formatCount(Math.floor(amount), unit, language)} ago`
