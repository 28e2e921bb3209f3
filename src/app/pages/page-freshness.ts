/**
 * How long a page may be kept that nothing is written about. It says how long ago something was, in words that are rounded down, and the older that is the less
 * an hour matters: so a page is kept for a twelfth of the age of the latest thing it shows.
 */
import { currentDay } from '#features/figures/figure-day.policy.ts'

const MIN_CACHED_MS = 5 * 60_000
const MAX_CACHED_MS = 60 * 60_000
const AGE_SHARE = 12
const TIMESTAMP = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** @param data the page's data as JSON. @returns milliseconds */
export function computeFreshForMs(data: string, now = Date.now()): number {
  // What holds from today on, or until yesterday, changes with the day.
  if (currentDay(now) !== currentDay(now + MAX_CACHED_MS)) return MIN_CACHED_MS
  const times = (data.match(TIMESTAMP) ?? []).map((text) => Date.parse(text))
  const latest = Math.max(0, ...times.filter((time) => time <= now))
  // What is still to come, such as the end of a copy that nobody has claimed, is another thing once it has come.
  const next = Math.min(now + MAX_CACHED_MS, ...times.filter((time) => time > now))
  return Math.max(MIN_CACHED_MS, Math.min((now - latest) / AGE_SHARE, next - now))
}
