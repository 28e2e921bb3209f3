/** Deduplicates visits across processes. */
import { findLowest } from '#db/find-lowest.ts'
import { findEarliest, addMs, type NextDue } from '#platform/jobs/jobs.ts'
import { engineOf } from '#db/engine.ts'
import type { Context } from '#platform/contract/context.ts'
import * as queries from './counting.queries.ts'
import { toUtcDay } from '#wording/iso-day.ts'

/** PostgreSQL accepts at most 65,535 values in a statement. */
const BATCH_SIZE = 5_000

/**
 * Claims visits that no other process has counted. With SQLite there is only one process, so all visits are claimed.
 * @param keys distinct hashes
 * @param validForMs time until a visit may be counted again
 * @returns the claimed keys
 */
export async function claimVisits(
  { db }: Pick<Context, 'db'>,
  keys: readonly string[],
  validForMs: number,
  now = Date.now(),
): Promise<ReadonlySet<string>> {
  if (engineOf(db) === 'sqlite') return new Set(keys)
  const claimed = new Set<string>()
  // The keys are sorted, to avoid deadlocks with other processes.
  const sortedKeys = keys.toSorted()
  for (let offset = 0; offset < sortedKeys.length; offset += BATCH_SIZE) {
    const rows = await queries.insertVisits({ db }, sortedKeys.slice(offset, offset + BATCH_SIZE), toTime(now), toTime(now + validForMs))
    for (const key of rows) claimed.add(key)
  }
  return claimed
}

/** Deletes expired counters, visits and salts. @returns when the next one expires */
export async function removeOldCounts({ db }: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteCountsBefore({ db }, toTime(now), toUtcDay(now))
  const salt = await findLowest(db, 'daily_salts', 'day')
  return findEarliest(await findLowest(db, 'rate_limits', 'resets_at'), await findLowest(db, 'visits', 'expires_at'), addMs(salt, DAY_MS))
}

const DAY_MS = 86_400_000
const toTime = (timeMs: number) => new Date(timeMs).toISOString()
