import type { Context } from '#platform/contract/context.ts'

type DbContext = Pick<Context, 'db'>

/**
 * Inserts the row of the counter if it is missing, and locks it for the transaction. Uses a single statement, because a concurrent sign-in
 * could delete the row between two statements.
 */
export async function lockAttempts(
  { db }: DbContext,
  key: string,
  attemptedAt: string,
): Promise<{ failures: number; blockedUntil: string | null }> {
  return db
    .insertInto('sign_in_failures')
    .values({ key, failures: 0, last_at: attemptedAt, blocked_until: null })
    .onConflict((oc) => oc.column('key').doUpdateSet({ last_at: attemptedAt }))
    .returning(['failures', 'blocked_until as blockedUntil'])
    .executeTakeFirstOrThrow()
}

export async function updateAttempts({ db }: DbContext, key: string, failures: number, blockedUntil: string | null): Promise<void> {
  await db.updateTable('sign_in_failures').set({ failures, blocked_until: blockedUntil }).where('key', '=', key).execute()
}

/** Deletes the rows one by one in the order in which `lockCounters` locks them (sorted by key), to avoid deadlocks. */
export async function deleteAttempts({ db }: DbContext, keys: string[]): Promise<void> {
  for (const key of keys.toSorted()) await db.deleteFrom('sign_in_failures').where('key', '=', key).execute()
}

export async function findFailures({ db }: DbContext, key: string): Promise<number> {
  const row = await db.selectFrom('sign_in_failures').select('failures').where('key', '=', key).executeTakeFirst()
  return row?.failures ?? 0
}

export async function deleteAttemptsBefore({ db }: DbContext, before: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('last_at', '<', before).execute()
}
