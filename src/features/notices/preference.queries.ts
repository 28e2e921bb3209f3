/** Queries for the mail preferences, unsubscribe keys and mail counts of members. */
import './notice.context.ts'
import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import type { NoticeTiming } from './notice-kind.policy.ts'

type Db = Pick<Context, 'db'>

export const listPreferences = ({ db }: Db, userIds: readonly number[]) =>
  db
    .selectFrom('notice_preferences')
    .select(['user_id as userId', 'kind', 'timing'])
    .where(isOneOf(db, 'user_id', userIds))
    .execute()

export async function upsertPreference({ db }: Db, userId: number, kind: string, timing: NoticeTiming): Promise<void> {
  await db
    .insertInto('notice_preferences')
    .values({ user_id: userId, kind, timing })
    .onConflict((oc) => oc.columns(['user_id', 'kind']).doUpdateSet({ timing }))
    .execute()
}

/** Returns the email address and the names of a member; undefined for closed accounts. */
export const findAddressee = ({ db }: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['email', 'email_proved_at as emailProvedAt', 'username', 'display_name as displayName'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/**
 * Returns the unsubscribe key and the mail count of a member.
 * @param key a new unsubscribe key, which is stored if the member has none
 */
export async function getOrCreateSender(
  { db }: Db,
  userId: number,
  key: string,
): Promise<{ leaveKey: string; day: string; mails: number }> {
  await db
    .insertInto('notice_senders')
    .values({ user_id: userId, leave_key: key, day: '' })
    .onConflict((oc) => oc.column('user_id').doNothing())
    .execute()
  return db
    .selectFrom('notice_senders')
    .select(['leave_key as leaveKey', 'day', 'mails'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function updateMailCount({ db }: Db, userId: number, day: string, mails: number): Promise<void> {
  await db.updateTable('notice_senders').set({ day, mails }).where('user_id', '=', userId).execute()
}

export async function findUserByUnsubscribeKey({ db }: Db, key: string): Promise<number | undefined> {
  const row = await db.selectFrom('notice_senders').select('user_id').where('leave_key', '=', key).executeTakeFirst()
  return row?.user_id
}

export async function deleteNoticeDataOfUser({ db }: Db, { id }: { id: number }): Promise<void> {
  for (const table of ['notices', 'notice_preferences', 'notice_senders'] as const)
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- the three tables above, which belong to this feature
    await db.deleteFrom(table).where('user_id', '=', id).execute()
}
