/** Where several processes count, the same visitor may have been seen by more than one of them. */
import { findLowest } from '#db/find-lowest.ts'
import { earliestDue, timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
import { engineOf } from '#db/engine.ts'
import type { Context } from '#platform/contract/context.ts'
import { dayOf } from './daily-salt.service.ts'
import * as queries from './counting.queries.ts'

/** PostgreSQL takes some 65,000 values in a statement. */
const AT_ONCE = 5_000

/**
 * Which of these visits are the first of their kind. In one process its own memory has seen to that.
 * @param keys hashes; each at most once
 * @param forMs how long one counts
 */
export async function claimVisits(
  { db }: Pick<Context, 'db'>,
  keys: readonly string[],
  forMs: number,
  now = Date.now(),
): Promise<ReadonlySet<string>> {
  if (engineOf(db) === 'sqlite') return new Set(keys)
  const claimed = new Set<string>()
  // In one order, so that two processes never wait for each other.
  const sorted = keys.toSorted()
  for (let at = 0; at < sorted.length; at += AT_ONCE) {
    const rows = await queries.insertVisits({ db }, sorted.slice(at, at + AT_ONCE), toTime(now), toTime(now + forMs))
    for (const key of rows) claimed.add(key)
  }
  return claimed
}

/** Housekeeping. */
export async function removeOldCounts({ db }: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteCountsBefore({ db }, toTime(now), dayOf(now))
  const salt = await findLowest(db, 'daily_salts', 'day')
  return earliestDue(
    await findLowest(db, 'rate_limits', 'resets_at'),
    await findLowest(db, 'visits', 'expires_at'),
    timeAfter(salt, DAY_MS),
  )
}

const DAY_MS = 86_400_000
const toTime = (at: number) => new Date(at).toISOString()
