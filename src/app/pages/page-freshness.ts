/**
 * Computes how long a cached page whose data does not change stays accurate. Pages show relative times, rounded down, so a page is accurate
 * for longer the older its latest timestamp is; a twelfth of that age is used.
 */
import { currentDay } from '#features/figures/figure-day.policy.ts'

const MIN_CACHED_MS = 5 * 60_000
const MAX_CACHED_MS = 60 * 60_000
const AGE_DIVISOR = 12
const TIMESTAMP = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** @param data the page's data as JSON @param now Unix time in milliseconds @returns the maximum age of the page in milliseconds */
export function computeFreshForMs(data: string, now = Date.now()): number {
  // Reference values with a validity period change at midnight in London.
  if (currentDay(now) !== currentDay(now + MAX_CACHED_MS)) return MIN_CACHED_MS
  const times = (data.match(TIMESTAMP) ?? []).map((text) => Date.parse(text))
  const latestPastMs = Math.max(0, ...times.filter((time) => time <= now))
  // A future timestamp, such as the deadline of an unclaimed site, changes the page when it passes.
  const nextFutureMs = Math.min(now + MAX_CACHED_MS, ...times.filter((time) => time > now))
  return Math.max(MIN_CACHED_MS, Math.min((now - latestPastMs) / AGE_DIVISOR, nextFutureMs - now))
}
