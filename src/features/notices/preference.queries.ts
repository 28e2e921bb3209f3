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

export async function hasWeeklyDigest({ db }: Db, userId: number): Promise<boolean> {
  return (await db.selectFrom('weekly_digests').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

export async function upsertWeeklyDigest({ db }: Db, userId: number, dueAt: string, origin: string): Promise<void> {
  await db
    .insertInto('weekly_digests')
    .values({ user_id: userId, due_at: dueAt, origin })
    .onConflict((oc) => oc.column('user_id').doUpdateSet({ origin }))
    .execute()
}

export async function deleteWeeklyDigest({ db }: Db, userId: number): Promise<void> {
  await db.deleteFrom('weekly_digests').where('user_id', '=', userId).execute()
}

/** Lists members whose weekly digest is due, longest overdue first. */
export const listDueDigests = ({ db }: Db, now: string, limit: number) =>
  db
    .selectFrom('weekly_digests')
    .select(['user_id as userId', 'origin'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('user_id')
    .limit(limit)
    .execute()

export async function updateDigestsDue({ db }: Db, userIds: readonly number[], dueAt: string): Promise<void> {
  await db
    .updateTable('weekly_digests')
    .set({ due_at: dueAt })
    .where(isOneOf(db, 'user_id', userIds))
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
  for (const table of ['notices', 'notice_preferences', 'notice_senders', 'weekly_digests'] as const)
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- the tables above, which belong to this feature
    await db.deleteFrom(table).where('user_id', '=', id).execute()
}
