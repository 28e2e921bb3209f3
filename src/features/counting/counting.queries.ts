import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** Hits of one key within a window that ends at `resetsAt`. */
export interface RateLimitBucket {
  key: string
  hits: number
  resetsAt: string
}

/**
 * Adds hits to the counters. An expired window restarts.
 * @param additions buckets with distinct keys, which are sorted to avoid deadlocks
 * @returns the new state of each key, in any order
 */
export function addHits({ db }: Db, additions: readonly RateLimitBucket[], now: string): Promise<RateLimitBucket[]> {
  const rows = additions.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ key, hits, resetsAt }) => ({ key, hits, resets_at: resetsAt }))
  return db
    .insertInto('rate_limits')
    .values(rows)
    .onConflict((oc) =>
      oc.column('key').doUpdateSet((eb) => ({
        hits: eb
          .case()
          .when('rate_limits.resets_at', '<=', now)
          .then(eb.ref('excluded.hits'))
          .else(eb('rate_limits.hits', '+', eb.ref('excluded.hits')))
          .end(),
        resets_at: eb
          .case()
          .when('rate_limits.resets_at', '<=', now)
          .then(eb.ref('excluded.resets_at'))
          .else(eb.ref('rate_limits.resets_at'))
          .end(),
      })),
    )
    .returning(['key', 'hits', 'resets_at as resetsAt'])
    .execute()
}

/** Inserts visits. @returns the keys that were not counted before, or whose entry had expired */
export async function insertVisits({ db }: Db, keys: readonly string[], now: string, expiresAt: string): Promise<string[]> {
  const rows = await db
    .insertInto('visits')
    .values(keys.map((key) => ({ key, expires_at: expiresAt })))
    .onConflict((oc) => oc.column('key').doUpdateSet({ expires_at: expiresAt }).where('visits.expires_at', '<=', now))
    .returning('key')
    .execute()
  return rows.map(({ key }) => key)
}

/** Stores the encrypted salt of a day, unless another process has stored one. @returns the stored salt */
export async function insertSalt({ db }: Db, day: string, sealed: string): Promise<string> {
  await db
    .insertInto('daily_salts')
    .values({ day, sealed })
    .onConflict((oc) => oc.column('day').doNothing())
    .execute()
  const row = await db.selectFrom('daily_salts').select('sealed').where('day', '=', day).executeTakeFirstOrThrow()
  return row.sealed
}

export async function deleteCountsBefore({ db }: Db, now: string, today: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<=', now).execute()
  await db.deleteFrom('visits').where('expires_at', '<=', now).execute()
  await db.deleteFrom('daily_salts').where('day', '<', today).execute()
}
