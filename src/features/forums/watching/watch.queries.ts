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

/** @returns 0 if there is no visible reply */
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

/** Starts watching, unless the member has a row already, possibly with `is_off`. */
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

/** A batch of the watchers who have not been notified of all replies up to this one. */
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

/** The newest visible replies after `after`, oldest first. Excludes replies approved late, which are notified separately. */
export async function listRepliesAfter({ db }: Db, topicId: number, after: number, limit: number) {
  const rows = await db
    .selectFrom('replies')
    .select(['id', 'user_id as userId'])
    .where('topic_id', '=', topicId)
    .where('status', '=', 'visible')
    .where('approved_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

/** A visible reply that waited for approval. */
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

/** A batch of the users who watched a topic at that time, by user id. */
export async function listWatchersSince({ db }: Db, topicId: number, at: string, afterUserId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('topic_watches as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .select('w.user_id as userId')
    .where('w.topic_id', '=', topicId)
    .where('w.is_off', '=', false)
    .where('w.created_at', '<=', at)
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

/** Complete rows, for the trash. */
export const listWatchRows = ({ db }: Db, topicId: number) =>
  db.selectFrom('topic_watches').selectAll().where('topic_id', '=', topicId).execute()
