import './question.context.ts'
import type { Selectable } from 'kysely'
import { selectReplies, toReply } from '#features/forums/replies/reply.queries.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>
export type AcceptedReplyRow = Selectable<Tables['accepted_replies']>

/** Finds the stored acceptance of a topic, also if its reply is hidden. */
export const findAcceptedReplyRow = ({ db }: Db, topicId: number): Promise<AcceptedReplyRow | undefined> =>
  db.selectFrom('accepted_replies').selectAll().where('topic_id', '=', topicId).executeTakeFirst()

/** Lists the acceptance of a topic, for the trash. */
export const listAcceptedReplyRows = ({ db }: Db, topicId: number): Promise<AcceptedReplyRow[]> =>
  db.selectFrom('accepted_replies').selectAll().where('topic_id', '=', topicId).execute()

/** Finds the stored acceptance of a reply. */
export const findAcceptanceOfReply = ({ db }: Db, replyId: number): Promise<AcceptedReplyRow | undefined> =>
  db.selectFrom('accepted_replies').selectAll().where('reply_id', '=', replyId).executeTakeFirst()

/** Whether the reply is the accepted answer to a question of another author, for which its author gets points. */
export async function isAcceptedAnswer({ db }: Db, replyId: number): Promise<boolean> {
  const row = await db
    .selectFrom('accepted_replies as a')
    .innerJoin('topics as t', 't.id', 'a.topic_id')
    .innerJoin('replies as r', 'r.id', 'a.reply_id')
    .select('a.topic_id')
    .where('a.reply_id', '=', replyId)
    .whereRef('t.user_id', '<>', 'r.user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Finds the accepted reply of a topic with its author; undefined if there is none or it is not visible. */
export async function findAcceptedReply(ctx: Db, topicId: number) {
  const row = await selectReplies(ctx)
    .innerJoin('accepted_replies as a', 'a.reply_id', 'r.id')
    .leftJoin('experts as e', 'e.id', 'a.confirmed_by')
    .select(['a.accepted_at as acceptedAt', 'e.id as expertId', 'e.name as expertName', 'e.title as expertTitle'])
    .where('a.topic_id', '=', topicId)
    .where('r.status', '=', 'visible')
    .executeTakeFirst()
  if (!row) return undefined
  const { acceptedAt, expertId, expertName, expertTitle, ...reply } = row
  const confirmedBy = expertId === null ? null : { id: expertId, name: expertName ?? '', title: expertTitle ?? '' }
  return { reply: toReply(reply), acceptedAt, confirmedBy }
}

export async function insertAcceptedReply({ db }: Db, topicId: number, replyId: number): Promise<void> {
  const row = { topic_id: topicId, reply_id: replyId, accepted_at: new Date().toISOString() }
  await db.insertInto('accepted_replies').values(row).execute()
}

export async function deleteAcceptedReply({ db }: Db, topicId: number): Promise<void> {
  await db.deleteFrom('accepted_replies').where('topic_id', '=', topicId).execute()
}

export async function updateConfirmation({ db }: Db, topicId: number, expertId: number | null): Promise<void> {
  await db.updateTable('accepted_replies').set({ confirmed_by: expertId }).where('topic_id', '=', topicId).execute()
}

/** Copies the accepted reply to the topic's row if the reply is visible, for lists and filters, and marks the topic's page as changed. */
export async function updateAcceptedReplyOfTopic({ db }: Db, topicId: number): Promise<void> {
  await db
    .updateTable('topics')
    .set((eb) => ({
      accepted_reply_id: eb
        .selectFrom('accepted_replies as a')
        .innerJoin('replies as r', 'r.id', 'a.reply_id')
        .select('r.id')
        .where('a.topic_id', '=', topicId)
        .where('r.status', '=', 'visible'),
      changed_at: new Date().toISOString(),
    }))
    .where('id', '=', topicId)
    .execute()
}

/** Whether an expert of this id exists. */
export async function hasExpert({ db }: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('experts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Lists the accepted replies that the member wrote or accepted, for the personal-data export. */
export const findAcceptedRepliesOfPerson = ({ db }: Db, { id }: { id: number }) =>
  db
    .selectFrom('accepted_replies as a')
    .innerJoin('topics as t', 't.id', 'a.topic_id')
    .innerJoin('replies as r', 'r.id', 'a.reply_id')
    .select(['a.topic_id as topicId', 'a.reply_id as replyId', 'a.accepted_at as acceptedAt'])
    .where((eb) => eb.or([eb('t.user_id', '=', id), eb('r.user_id', '=', id)]))
    .orderBy('a.topic_id')
    .execute()
