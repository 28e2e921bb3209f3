/** Changes to posts, and the whole rows of those that go to the trash. */
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

export const currentTimestamp = (): string => new Date().toISOString()

export async function updateTopic({ db }: Db, id: number, changes: Updateable<Tables['topics']>): Promise<void> {
  await db.updateTable('topics').set(changes).where('id', '=', id).execute()
}

export async function updateReply({ db }: Db, id: number, changes: Updateable<Tables['replies']>): Promise<void> {
  await db.updateTable('replies').set(changes).where('id', '=', id).execute()
}

/** Holds the topic for the rest of the transaction, so that whoever replies at the same moment is counted before or after. */
export const lockTopic = ({ db }: Db, id: number): Promise<void> => lockRowColumns(db, 'topics', id)

/** How many replies can be seen, and when the topic was last active, made anew from the replies themselves: its page is another now. */
export async function updateReplyCount({ db }: Db, topicId: number): Promise<void> {
  const { n, last } = await db
    .selectFrom('replies')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.max<string | null>('created_at').as('last')])
    .where('topic_id', '=', topicId)
    .where('status', '=', 'visible')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('topics')
    .set((eb) => ({ reply_count: n, active_at: last ?? eb.ref('created_at'), changed_at: currentTimestamp() }))
    .where('id', '=', topicId)
    .execute()
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

/** The database takes the replies with it; votes name their subject only loosely and are taken away here. */
export async function deleteTopicRows(ctx: Db, id: number, replyIds: readonly number[]): Promise<void> {
  await removeVotesOn(ctx, 'topic', [id])
  await removeVotesOn(ctx, 'reply', replyIds)
  await ctx.db.deleteFrom('replies').where('topic_id', '=', id).execute()
  await ctx.db.deleteFrom('topics').where('id', '=', id).execute()
}

export async function deleteReplyRow(ctx: Db, id: number): Promise<void> {
  await removeVotesOn(ctx, 'reply', [id])
  await ctx.db.deleteFrom('replies').where('id', '=', id).execute()
}

async function removeVotesOn({ db }: Db, type: 'topic' | 'reply', ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('votes')
    .where('subject_type', '=', type)
    .where(isOneOf(db, 'subject_id', ids))
    .execute()
}
