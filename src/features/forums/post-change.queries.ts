/** Queries that change topics and replies, and that read their complete rows for the trash. */
import type { Selectable, Updateable } from 'kysely'
import { lockRowColumns } from '#db/lock-row.ts'
import { isOneOf } from '#db/search/search-index.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>
export type TopicRow = Selectable<Tables['topics']>
export type ReplyRow = Selectable<Tables['replies']>
export type VoteRow = Selectable<Tables['votes']>

export const findTopicRow = ({ db }: Db, id: number): Promise<TopicRow | undefined> =>
  db.selectFrom('topics').selectAll().where('id', '=', id).executeTakeFirst()

export const findReplyRow = ({ db }: Db, id: number): Promise<ReplyRow | undefined> =>
  db.selectFrom('replies').selectAll().where('id', '=', id).executeTakeFirst()

export const getCurrentTimestamp = (): string => new Date().toISOString()

export async function updateTopic({ db }: Db, id: number, changes: Updateable<Tables['topics']>): Promise<void> {
  await db.updateTable('topics').set(changes).where('id', '=', id).execute()
}

export async function updateReply({ db }: Db, id: number, changes: Updateable<Tables['replies']>): Promise<void> {
  await db.updateTable('replies').set(changes).where('id', '=', id).execute()
}

/** Locks the topic's row until the end of the transaction, to serialise concurrent replies with the change. */
export const lockTopic = ({ db }: Db, id: number): Promise<void> => lockRowColumns(db, 'topics', id)

/** Recounts the visible replies to a topic, updates its last activity, and marks its page as changed. */
export async function updateReplyCount({ db }: Db, topicId: number): Promise<void> {
  const { n, lastReplyAt } = await db
    .selectFrom('replies')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.max<string | null>('created_at').as('lastReplyAt')])
    .where('topic_id', '=', topicId)
    .where('status', '=', 'visible')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('topics')
    .set((eb) => ({ reply_count: n, active_at: lastReplyAt ?? eb.ref('created_at'), changed_at: getCurrentTimestamp() }))
    .where('id', '=', topicId)
    .execute()
}

/** Whether another member or a guest has replied, including replies that are hidden or wait for approval. */
export async function hasReplyByOthers({ db }: Db, topic: Pick<TopicRow, 'id' | 'user_id'>): Promise<boolean> {
  const reply = await db
    .selectFrom('replies')
    .select('id')
    .where('topic_id', '=', topic.id)
    .where('user_id', '!=', topic.user_id)
    .limit(1)
    .executeTakeFirst()
  return reply !== undefined
}

export const listReplyRowsOfTopic = ({ db }: Db, topicId: number): Promise<ReplyRow[]> =>
  db.selectFrom('replies').selectAll().where('topic_id', '=', topicId).orderBy('id').execute()

export const listVoteRows = ({ db }: Db, type: 'topic' | 'reply', ids: readonly number[]): Promise<VoteRow[]> =>
  db
    .selectFrom('votes')
    .selectAll()
    .where('subject_type', '=', type)
    .where(isOneOf(db, 'subject_id', ids))
    .execute()

/** Deletes a topic with its replies and votes. Votes have no foreign key to their subject, so no cascade deletes them. */
export async function deleteTopicRows(ctx: Db, id: number, replyIds: readonly number[]): Promise<void> {
  await deleteVotesOn(ctx, 'topic', [id])
  await deleteVotesOn(ctx, 'reply', replyIds)
  await ctx.db.deleteFrom('replies').where('topic_id', '=', id).execute()
  await ctx.db.deleteFrom('topics').where('id', '=', id).execute()
}

export async function deleteReplyRow(ctx: Db, id: number): Promise<void> {
  await deleteVotesOn(ctx, 'reply', [id])
  await ctx.db.deleteFrom('replies').where('id', '=', id).execute()
}

async function deleteVotesOn({ db }: Db, type: 'topic' | 'reply', ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('votes')
    .where('subject_type', '=', type)
    .where(isOneOf(db, 'subject_id', ids))
    .execute()
}
