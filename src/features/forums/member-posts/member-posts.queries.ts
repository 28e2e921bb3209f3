/** Reads the visible posts of a member, newest first. Earlier pages are skipped in the index, so only the rows of the page are read. */
import '#features/forums/questions/question.context.ts'
import type { Context } from '#platform/contract/context.ts'
import { countTotal, toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import { selectTopics, toTopic } from '#features/forums/topic.queries.ts'
import type { Topic } from '#features/forums/topic.contract.ts'

type Db = Pick<Context, 'db'>

export async function listTopicRowsOfUser(ctx: Db, userId: number, paging: Paging): Promise<ListResult<Topic>> {
  const { offset, limit } = toOffsetLimit(paging)
  const visible = ctx.db.selectFrom('topics').where('user_id', '=', userId).where('status', '=', 'visible')
  const ids = visible.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').offset(offset).limit(limit)
  const rows = await selectTopics(ctx).where('t.id', 'in', ids).orderBy('t.created_at', 'desc').orderBy('t.id', 'desc').execute()
  const total = await countTotal(rows, paging, async () => {
    const { n } = await visible.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    return n
  })
  return { items: rows.map(toTopic), total }
}

/** A list of the few hidden topics excludes the replies in these, which is faster than a join. */
export async function listReplyRowsOfUser({ db }: Db, userId: number, paging: Paging, isAcceptedOnly: boolean) {
  const { offset, limit } = toOffsetLimit(paging)
  const hiddenTopics = db.selectFrom('topics').select('id').where('status', 'in', ['waiting', 'hidden'])
  const visible = db
    .selectFrom('replies')
    .where('user_id', '=', userId)
    .where('status', '=', 'visible')
    .where('topic_id', 'not in', hiddenTopics)
    .$if(isAcceptedOnly, (q) => q.where('id', 'in', db.selectFrom('accepted_replies').select('reply_id')))
  const ids = visible.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').offset(offset).limit(limit)
  const items = await db
    .selectFrom('replies as r')
    .innerJoin('topics as t', 't.id', 'r.topic_id')
    .select([
      'r.id',
      'r.topic_id as topicId',
      't.title as topicTitle',
      'r.content',
      'r.created_at as createdAt',
      'r.upvotes',
      'r.downvotes',
    ])
    .where('r.id', 'in', ids)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
  const total = await countTotal(items, paging, async () => {
    const { n } = await visible.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    return n
  })
  return { items, total }
}
