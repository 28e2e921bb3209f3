import type { Context } from '#platform/context.ts'

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

export async function upsertAttempts({ db }: Db, key: string, failures: number, blockedUntil: string | null): Promise<void> {
  await db.updateTable('sign_in_failures').set({ failures, blocked_until: blockedUntil }).where('key', '=', key).execute()
}

export async function deleteAttempts({ db }: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', 'in', keys).execute()
}

export async function deleteAttemptsBefore({ db }: Db, than: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('last_at', '<', than).execute()
}
