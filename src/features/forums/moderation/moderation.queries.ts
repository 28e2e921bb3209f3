/** Lists of posts of every status. Changes are in post-change.queries.ts. */
import type { SelectQueryBuilder } from 'kysely'
import { findMatchingIds, isOneOf } from '#db/search/search-index.ts'
import type { Moderation, Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, countTotal, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { TopicAdminQuery } from './moderation.contract.ts'
import * as replies from '#features/forums/replies/reply.queries.ts'
import type { Topic } from '#features/forums/topic.contract.ts'
import * as topics from '#features/forums/topic.queries.ts'

type Db = Pick<Context, 'db'>
/** Absent conditions match all topics. A category id of 0 matches none. */
export interface TopicAdminFilter {
  categoryId?: number | undefined
  search?: string | undefined
  status?: Moderation | undefined
}

const ORDER = { newest: 'created_at', active: 'active_at', views: 'views', replies: 'reply_count' } as const

export async function listTopicsForModeration(
  { db }: Db,
  filter: TopicAdminFilter,
  sort: TopicAdminQuery['sort'],
  paging: Paging,
): Promise<ListResult<Topic>> {
  const { offset, limit } = toOffsetLimit(paging)
  const only = { category_id: filter.categoryId, status: filter.status }
  const found = filter.search === undefined ? undefined : await findMatchingIds(db, 'topics', filter.search, only)
  // Earlier pages are skipped in the index; only the rows of this page are read.
  const ids = db
    .selectFrom('topics')
    .select('id')
    .$call((q) => (found ? q.where(isOneOf(db, 'id', found)) : filtered(q, filter)))
    .orderBy(ORDER[sort], 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
  const rows = await topics
    .selectTopics({ db })
    .where('t.id', 'in', ids)
    .orderBy(`t.${ORDER[sort]}`, 'desc')
    .orderBy('t.id', 'desc')
    .execute()
  const total = found?.length ?? (await countTotal(rows, paging, () => count({ db }, filter)))
  return { items: rows.map(topics.toTopic), total }
}

async function count({ db }: Db, filter: TopicAdminFilter): Promise<number> {
  const query = db.selectFrom('topics').select((eb) => eb.fn.countAll<number>().as('n'))
  return (await filtered(query, filter).executeTakeFirstOrThrow()).n
}

/**
 * Few topics are waiting or hidden: those are looked up by status and sorted. Nearly all are visible: the negated condition makes SQLite scan
 * the index of the order and skip the others.
 */
const filtered = <O>(query: SelectQueryBuilder<Tables, 'topics', O>, { categoryId, status }: TopicAdminFilter) =>
  query
    .$if(status === 'visible', (q) => q.where('status', 'not in', ['waiting', 'hidden']))
    .$if(status !== undefined && status !== 'visible', (q) => q.where('status', '=', status ?? 'visible'))
    .$if(categoryId !== undefined, (q) => q.where('category_id', '=', categoryId ?? 0))

/** Replies of every status, oldest first. */
export async function listRepliesForModeration({ db }: Db, topicId: number, paging: Paging): Promise<ListResult<replies.ReplyRow>> {
  const { offset, limit } = toOffsetLimit(paging)
  const rows = await replies
    .selectReplies({ db })
    .where('r.topic_id', '=', topicId)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .offset(offset)
    .limit(limit)
    .execute()
  const total = await countTotal(rows, paging, async () => {
    const { n } = await db
      .selectFrom('replies')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('topic_id', '=', topicId)
      .executeTakeFirstOrThrow()
    return n
  })
  return { items: rows.map(replies.toReply), total }
}
