import './watch.context.ts'
import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export async function isWatchingTopic({ db }: Db, topicId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('topic_watches')
    .select('is_off')
    .where('topic_id', '=', topicId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined && !row.is_off
}

/** @returns the highest id of a visible reply to the topic; 0 if there is none */
export async function findLastReplyId({ db }: Db, topicId: number): Promise<number> {
  const row = await db
    .selectFrom('replies')
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .where('topic_id', '=', topicId)
    .where('status', '=', 'visible')
    .executeTakeFirst()
  return row?.last ?? 0
}

interface Watch {
  topicId: number
  userId: number
  notifiedReplyId: number
}

/** Starts watching, unless the member already has a row. A watch that is off stays off. */
export async function insertWatch({ db }: Db, { topicId, userId, notifiedReplyId }: Watch): Promise<void> {
  await db
    .insertInto('topic_watches')
    .values({ topic_id: topicId, user_id: userId, told_reply_id: notifiedReplyId, created_at: new Date().toISOString() })
    .onConflict((oc) => oc.columns(['topic_id', 'user_id']).doNothing())
    .execute()
}

export async function upsertWatch({ db }: Db, { topicId, userId, notifiedReplyId }: Watch, isOff: boolean): Promise<void> {
  const state = { is_off: isOff, told_reply_id: notifiedReplyId }
  await db
    .insertInto('topic_watches')
    .values({ topic_id: topicId, user_id: userId, ...state, created_at: new Date().toISOString() })
    .onConflict((oc) => oc.columns(['topic_id', 'user_id']).doUpdateSet(state))
    .execute()
}

/** Lists a batch of watchers who have not been notified of all replies up to `lastReplyId`. */
export const listUnnotifiedWatchers = ({ db }: Db, topicId: number, lastReplyId: number, limit: number) =>
  db
    .selectFrom('topic_watches as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .select(['w.user_id as userId', 'w.told_reply_id as notifiedReplyId'])
    .where('w.topic_id', '=', topicId)
    .where('w.is_off', '=', false)
    .where('w.told_reply_id', '<', lastReplyId)
    .where('u.deleted_at', 'is', null)
    .orderBy('w.user_id')
    .limit(limit)
    .execute()

export async function updateNotifiedReply({ db }: Db, topicId: number, userIds: readonly number[], replyId: number): Promise<void> {
  await db
    .updateTable('topic_watches')
    .set({ told_reply_id: replyId })
    .where('topic_id', '=', topicId)
    .where(isOneOf(db, 'user_id', userIds))
    .execute()
}

/**
 * Lists at most `limit` visible replies with ids above `afterId`: the newest ones, by ascending id. Replies that waited for approval are
 * excluded, because watchers are notified of them separately.
 */
export async function listRepliesAfter({ db }: Db, topicId: number, afterId: number, limit: number) {
  const rows = await db
    .selectFrom('replies')
    .select(['id', 'user_id as userId'])
    .where('topic_id', '=', topicId)
    .where('status', '=', 'visible')
    .where('approved_at', 'is', null)
    .where('id', '>', afterId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

/** Finds a visible reply that waited for approval; undefined for all other replies. */
export async function findApprovedReply({ db }: Db, id: number) {
  const reply = await db
    .selectFrom('replies')
    .select(['id', 'topic_id as topicId', 'user_id as userId', 'approved_at as approvedAt'])
    .where('id', '=', id)
    .where('status', '=', 'visible')
    .executeTakeFirst()
  if (!reply || reply.approvedAt === null) return undefined
  return { ...reply, approvedAt: reply.approvedAt }
}

/** Lists a batch of the users who have watched the topic since `approvedAt` or earlier, by ascending user id. */
export async function listWatchersSince(
  { db }: Db,
  topicId: number,
  approvedAt: string,
  afterUserId: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('topic_watches as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .select('w.user_id as userId')
    .where('w.topic_id', '=', topicId)
    .where('w.is_off', '=', false)
    .where('w.created_at', '<=', approvedAt)
    .where('w.user_id', '>', afterUserId)
    .where('u.deleted_at', 'is', null)
    .orderBy('w.user_id')
    .limit(limit)
    .execute()
  return rows.map(({ userId }) => userId)
}

export const findWatchesOfPerson = async ({ db }: Db, { id }: { id: number }) => {
  const rows = await db
    .selectFrom('topic_watches')
    .select(['topic_id as topicId', 'is_off', 'created_at as createdAt'])
    .where('user_id', '=', id)
    .orderBy('topic_id')
    .execute()
  return rows.map(({ is_off: isOff, ...watch }) => ({ ...watch, isWatching: !isOff }))
}

export async function deleteWatchesOfPerson({ db }: Db, { id }: { id: number }): Promise<void> {
  await db.deleteFrom('topic_watches').where('user_id', '=', id).execute()
}

/** Lists the complete rows of a topic's watches, for the trash. */
export const listWatchRows = ({ db }: Db, topicId: number) =>
  db.selectFrom('topic_watches').selectAll().where('topic_id', '=', topicId).execute()
