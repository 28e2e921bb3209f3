import type { Context } from '#platform/contract/context.ts'
import { keyedHash } from '#platform/config/secret-box.ts'

type DbContext = Pick<Context, 'db'>

/** Hashes with a key, because plain hashes of short, public usernames can be brute-forced. */
const hashUsername = (username: string): string => keyedHash(username.toLowerCase(), 'usernames that were given up')

/** @param userId the account that may take the name back; `null` if that account is closed */
export async function upsertGivenUpUsername({ db }: DbContext, username: string, userId: number | null, givenUpAt: string): Promise<void> {
  await db
    .insertInto('given_up_usernames')
    .values({ name_hash: hashUsername(username), user_id: userId, given_up_at: givenUpAt })
    .onConflict((oc) => oc.column('name_hash').doUpdateSet({ user_id: userId, given_up_at: givenUpAt }))
    .execute()
}

/** @returns whether an account other than `userId` has given the name up since that time */
export async function isGivenUpUsername({ db }: DbContext, username: string, since: string, userId?: number): Promise<boolean> {
  const row = await db
    .selectFrom('given_up_usernames')
    .select('user_id')
    .where('name_hash', '=', hashUsername(username))
    .where('given_up_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined && (userId === undefined || row.user_id !== userId)
}

/** Called when an account is closed, so that its former names are reserved for all accounts. */
export async function detachGivenUpUsernames({ db }: DbContext, userId: number): Promise<void> {
  await db.updateTable('given_up_usernames').set({ user_id: null }).where('user_id', '=', userId).execute()
}

export async function deleteGivenUpUsernamesBefore({ db }: DbContext, before: string): Promise<void> {
  await db.deleteFrom('given_up_usernames').where('given_up_at', '<', before).execute()
}
