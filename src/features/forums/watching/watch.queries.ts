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

/** @returns 0 when there is none that can be seen */
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
  toldReplyId: number
}

/** Whoever posts watches, unless they have said otherwise. */
export async function insertWatch({ db }: Db, { topicId, userId, toldReplyId }: Watch): Promise<void> {
  await db
    .insertInto('topic_watches')
    .values({ topic_id: topicId, user_id: userId, told_reply_id: toldReplyId, created_at: new Date().toISOString() })
    .onConflict((clash) => clash.columns(['topic_id', 'user_id']).doNothing())
    .execute()
}

export async function upsertWatch({ db }: Db, { topicId, userId, toldReplyId }: Watch, isOff: boolean): Promise<void> {
  const told = { is_off: isOff, told_reply_id: toldReplyId }
  await db
    .insertInto('topic_watches')
    .values({ topic_id: topicId, user_id: userId, ...told, created_at: new Date().toISOString() })
    .onConflict((clash) => clash.columns(['topic_id', 'user_id']).doUpdateSet(told))
    .execute()
}

/** Some of those who have not been told of everything up to a reply. */
export const listWatchersBehind = ({ db }: Db, topicId: number, lastReplyId: number, limit: number) =>
  db
    .selectFrom('topic_watches as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .select(['w.user_id as userId', 'w.told_reply_id as toldReplyId'])
    .where('w.topic_id', '=', topicId)
    .where('w.is_off', '=', false)
    .where('w.told_reply_id', '<', lastReplyId)
    .where('u.deleted_at', 'is', null)
    .orderBy('w.user_id')
    .limit(limit)
    .execute()

export async function updateToldReply({ db }: Db, topicId: number, userIds: readonly number[], replyId: number): Promise<void> {
  await db
    .updateTable('topic_watches')
    .set({ told_reply_id: replyId })
    .where('topic_id', '=', topicId)
    .where(isOneOf(db, 'user_id', userIds))
    .execute()
}

/** The newest that can be seen after one, oldest first. Those that had to wait are told of on their own. */
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

/** A reply that had to wait and can be seen now. */
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

/** Some of those who watched a topic at that time, in the order of their numbers. */
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

/** For the trash. */
export const listWatchRows = ({ db }: Db, topicId: number) =>
  db.selectFrom('topic_watches').selectAll().where('topic_id', '=', topicId).execute()
