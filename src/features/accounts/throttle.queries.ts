import type { Context } from '#platform/context.ts'

type Db = Pick<Context, 'db'>

/** The row of a key, made when missing, and held until the transaction ends. */
export async function hold({ db }: Db, key: string, at: string): Promise<{ failures: number; blockedUntil: string | null }> {
  await db
    .insertInto('sign_in_failures')
    .values({ key, failures: 0, last_at: at, blocked_until: null })
    .onConflict((clash) => clash.column('key').doNothing())
    .execute()
  return db
    .updateTable('sign_in_failures')
    .set({ last_at: at })
    .where('key', '=', key)
    .returning(['failures', 'blocked_until as blockedUntil'])
    .executeTakeFirstOrThrow()
}

export async function put({ db }: Db, key: string, failures: number, blockedUntil: string | null): Promise<void> {
  await db.updateTable('sign_in_failures').set({ failures, blocked_until: blockedUntil }).where('key', '=', key).execute()
}

export async function remove({ db }: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', 'in', keys).execute()
}

export async function removeOlder({ db }: Db, than: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('last_at', '<', than).execute()
}
