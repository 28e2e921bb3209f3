import type { Context } from '#platform/contract/context.ts'
import { keyedHash } from '#platform/config/secret-box.ts'

type Db = Pick<Context, 'db'>

/** Keyed hash, because plain hashes of short, public usernames can be brute-forced. */
const hashOf = (username: string): string => keyedHash(username.toLowerCase(), 'usernames that were given up')

/** @param userId the account that may take the name back; `null` when it is closed */
export async function upsertGivenUpUsername({ db }: Db, username: string, userId: number | null, at: string): Promise<void> {
  await db
    .insertInto('given_up_usernames')
    .values({ name_hash: hashOf(username), user_id: userId, given_up_at: at })
    .onConflict((oc) => oc.column('name_hash').doUpdateSet({ user_id: userId, given_up_at: at }))
    .execute()
}

/** @returns whether an account other than `userId` has given the name up since then */
export async function isGivenUpUsername({ db }: Db, username: string, since: string, userId?: number): Promise<boolean> {
  const row = await db
    .selectFrom('given_up_usernames')
    .select('user_id')
    .where('name_hash', '=', hashOf(username))
    .where('given_up_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined && (userId === undefined || row.user_id !== userId)
}

/** Called when an account is closed, so that it cannot take former names back. */
export async function detachGivenUpUsernames({ db }: Db, userId: number): Promise<void> {
  await db.updateTable('given_up_usernames').set({ user_id: null }).where('user_id', '=', userId).execute()
}

export async function deleteGivenUpUsernamesBefore({ db }: Db, at: string): Promise<void> {
  await db.deleteFrom('given_up_usernames').where('given_up_at', '<', at).execute()
}
