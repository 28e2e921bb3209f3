import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** What is counted under one key. */
export interface HitsOfKey {
  key: string
  hits: number
  resetsAt: string
}

/**
 * Counts calls. A window that is over begins anew.
 * @param added each key once; always in the same order, so that two processes never wait for each other
 * @returns what each key has now, in any order
 */
export function addHits({ db }: Db, added: readonly HitsOfKey[], now: string): Promise<HitsOfKey[]> {
  const rows = added.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ key, hits, resetsAt }) => ({ key, hits, resets_at: resetsAt }))
  return db
    .insertInto('rate_limits')
    .values(rows)
    .onConflict((clash) =>
      clash.column('key').doUpdateSet((eb) => ({
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

/** @returns those that have not been counted before, or so long ago that they count again */
export async function insertVisits({ db }: Db, keys: readonly string[], now: string, expiresAt: string): Promise<string[]> {
  const rows = await db
    .insertInto('visits')
    .values(keys.map((key) => ({ key, expires_at: expiresAt })))
    .onConflict((clash) => clash.column('key').doUpdateSet({ expires_at: expiresAt }).where('visits.expires_at', '<=', now))
    .returning('key')
    .execute()
  return rows.map(({ key }) => key)
}

/** The salt of the day: that of whoever came first. */
export async function insertSalt({ db }: Db, day: string, sealed: string): Promise<string> {
  await db
    .insertInto('daily_salts')
    .values({ day, sealed })
    .onConflict((clash) => clash.column('day').doNothing())
    .execute()
  const row = await db.selectFrom('daily_salts').select('sealed').where('day', '=', day).executeTakeFirstOrThrow()
  return row.sealed
}

export async function deleteCountsBefore({ db }: Db, now: string, today: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<=', now).execute()
  await db.deleteFrom('visits').where('expires_at', '<=', now).execute()
  await db.deleteFrom('daily_salts').where('day', '<', today).execute()
}
