/** What the rule does not hold for: a write that fails leaves nothing behind. Each with its reason. */

/** Tables that are written whether or not the call succeeds, and before that is decided. */
export const COUNTERS: Readonly<Record<string, string>> = {
  sign_in_failures: 'An attempt counts before its outcome is known, or attempts in parallel would not count.',
  quota_counts: 'The use of a quota is counted before the work.',
  visits: 'Statistics of visitors.',
  daily_salts: 'Created on first use on each day.',
}

/** Statements that may fail without failing their call. */
const TOLERATED: Readonly<Record<string, string>> = {
  'update sessions': 'When a session was last seen is a statistic.',
}

/** @returns the reason; undefined when the call has to fail with the statement */
export const findToleration = (statement: string): string | undefined => TOLERATED[statement]
