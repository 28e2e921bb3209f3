/**
 * Computes the maximum age of a cached page whose data does not change. Pages show relative times, rounded down, so the older the latest
 * timestamp is, the longer the page stays accurate: a twelfth of that age.
 */
import { currentDay } from '#features/figures/figure-day.policy.ts'

const MIN_CACHED_MS = 5 * 60_000
const MAX_CACHED_MS = 60 * 60_000
const AGE_SHARE = 12
const TIMESTAMP = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** @param data the page's data as JSON */
export function computeFreshForMs(data: string, now = Date.now()): number {
  // Values with a validity period change at midnight in London.
  if (currentDay(now) !== currentDay(now + MAX_CACHED_MS)) return MIN_CACHED_MS
  const times = (data.match(TIMESTAMP) ?? []).map((text) => Date.parse(text))
  const latest = Math.max(0, ...times.filter((time) => time <= now))
  // A future timestamp, such as the deadline of an unclaimed site, changes the page when it passes.
  const next = Math.min(now + MAX_CACHED_MS, ...times.filter((time) => time > now))
  return Math.max(MIN_CACHED_MS, Math.min((now - latest) / AGE_SHARE, next - now))
}
