/** Queries for the moderation lists, which contain posts of every status. Changes are in post-change.queries.ts. */
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
/** An absent condition matches every topic. Category id 0, which means an unknown category, matches none. */
export interface TopicAdminFilter {
  categoryId?: number | undefined
  search?: string | undefined
  status?: Moderation | undefined
}

const SORT_COLUMNS = { newest: 'created_at', active: 'active_at', views: 'views', replies: 'reply_count' } as const

export async function listTopicsForModeration(
  { db }: Db,
  filter: TopicAdminFilter,
  sort: TopicAdminQuery['sort'],
  paging: Paging,
): Promise<ListResult<Topic>> {
  const { offset, limit } = toOffsetLimit(paging)
  const conditions = { category_id: filter.categoryId, status: filter.status }
  const matchingIds = filter.search === undefined ? undefined : await findMatchingIds(db, 'topics', filter.search, conditions)
  // Earlier pages are skipped in the index; only the rows of this page are read.
  const ids = db
    .selectFrom('topics')
    .select('id')
    .$call((q) => (matchingIds ? q.where(isOneOf(db, 'id', matchingIds)) : applyFilter(q, filter)))
    .orderBy(SORT_COLUMNS[sort], 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
  const rows = await topics
    .selectTopics({ db })
    .where('t.id', 'in', ids)
    .orderBy(`t.${SORT_COLUMNS[sort]}`, 'desc')
    .orderBy('t.id', 'desc')
    .execute()
  const total = matchingIds?.length ?? (await countTotal(rows, paging, () => countTopics({ db }, filter)))
  return { items: rows.map(topics.toTopic), total }
}

async function countTopics({ db }: Db, filter: TopicAdminFilter): Promise<number> {
  const query = db.selectFrom('topics').select((eb) => eb.fn.countAll<number>().as('n'))
  return (await applyFilter(query, filter).executeTakeFirstOrThrow()).n
}

/**
 * Adds the conditions on status and category. Few topics are waiting or hidden, so these are looked up by status and then sorted. Nearly all
 * topics are visible: the negated condition makes SQLite scan the index of the sort order and skip the others.
 */
const applyFilter = <O>(query: SelectQueryBuilder<Tables, 'topics', O>, { categoryId, status }: TopicAdminFilter) =>
  query
    .$if(status === 'visible', (q) => q.where('status', 'not in', ['waiting', 'hidden']))
    .$if(status !== undefined && status !== 'visible', (q) => q.where('status', '=', status ?? 'visible'))
    .$if(categoryId !== undefined, (q) => q.where('category_id', '=', categoryId ?? 0))

/** Lists the replies to a topic, of every status, oldest first. */
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
