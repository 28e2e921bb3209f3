import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/**
 * The row of a key, made when missing, and held until the transaction ends. One statement: between two, somebody who signs in at the same
 * moment may delete the row.
 */
export async function lockAttempts({ db }: Db, key: string, at: string): Promise<{ failures: number; blockedUntil: string | null }> {
  return db
    .insertInto('sign_in_failures')
    .values({ key, failures: 0, last_at: at, blocked_until: null })
    .onConflict((clash) => clash.column('key').doUpdateSet({ last_at: at }))
    .returning(['failures', 'blocked_until as blockedUntil'])
    .executeTakeFirstOrThrow()
}

export async function updateAttempts({ db }: Db, key: string, failures: number, blockedUntil: string | null): Promise<void> {
  await db.updateTable('sign_in_failures').set({ failures, blocked_until: blockedUntil }).where('key', '=', key).execute()
}

/** One by one: whoever counts holds several, in an order of their own. */
export async function deleteAttempts({ db }: Db, keys: string[]): Promise<void> {
  // Sorted, to avoid deadlocks.
  for (const key of keys.toSorted()) await db.deleteFrom('sign_in_failures').where('key', '=', key).execute()
}

/** Wrong ones so far. */
export async function findFailures({ db }: Db, key: string): Promise<number> {
  const row = await db.selectFrom('sign_in_failures').select('failures').where('key', '=', key).executeTakeFirst()
  return row?.failures ?? 0
}

export async function deleteAttemptsBefore({ db }: Db, than: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('last_at', '<', than).execute()
}
