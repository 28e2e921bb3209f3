import './topic-products/topic-product.context.ts'
import './watching/watch.context.ts'
import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import { isDemoPost } from '#db/demo-account.ts'
import { findMatchingIds, foldText, isOneOf } from '#db/search/search-index.ts'
import type { Moderation, Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, countTotal, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { QuestionList } from './lists/topic-lists.policy.ts'
import type { Topic, TopicListQuery } from './topic.contract.ts'

/** Filter for visible topics. An absent condition matches all; category id 0, which means an unknown category, matches none. */
export interface TopicFilter {
  categoryId?: number | undefined
  search?: string | undefined
  show?: QuestionList | undefined
  productSlug?: string | undefined
  authorId?: number | undefined
  /** Only topics that this member watches. */
  watcherId?: number | undefined
  /** Only topics that were started or replied to after this time. */
  activeAfter?: string | undefined
}

export const selectTopics = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('topics as t')
    .leftJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('categories as c', 'c.id', 't.category_id')
    .select([
      't.is_pinned as isPinned',
      't.is_locked as isLocked',
      't.is_question as isQuestion',
      't.accepted_reply_id as acceptedReplyId',
      't.upvotes',
      't.version',
      't.edited_at as editedAt',
      't.downvotes',
      't.id',
      't.title',
      't.content',
      't.views',
      't.status',
      't.category_id as categoryId',
      't.user_id as userId',
      't.created_at as createdAt',
      't.reply_count as replyCount',
      'u.display_name as displayName',
      'u.username as login',
      'u.avatar_url as avatarUrl',
      'u.deleted_at as closedAt',
      isDemoPost('t').as('isDemo'),
      'c.name as categoryName',
      'c.slug as categorySlug',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectTopics>['executeTakeFirstOrThrow']>>
export const toTopic = ({ displayName, login, closedAt, ...row }: Row): Topic => ({
  ...row,
  ...(closedAt === null ? {} : { isAuthorClosed: true }),
  isDemo: Boolean(row.isDemo),
  username: displayName || login || 'Unknown User',
  categoryName: row.categoryName ?? 'Uncategorized',
  categorySlug: row.categorySlug ?? 'uncategorized',
})

const SORT_COLUMNS = { newest: 'created_at', active: 'active_at', views: 'views' } as const

export async function listTopicRows(
  ctx: Context,
  filter: TopicFilter,
  sort: TopicListQuery['sort'],
  paging: Paging,
): Promise<ListResult<Topic>> {
  const conditions = { category_id: filter.categoryId, status: 'visible' }
  const foundIds = filter.search === undefined ? undefined : await findMatchingIds(ctx.db, 'topics', filter.search, conditions)
  const matchingIds = foundIds && hasListCondition(filter) ? await listIdsAmong(ctx, filter, foundIds) : foundIds
  const isPinnedFirst = !matchingIds && !hasListCondition(filter)
  const rows = await selectTopics(ctx)
    .where('t.id', 'in', selectPageOfIds(ctx, filter, matchingIds, sort, paging))
    .$if(isPinnedFirst, (q) => q.orderBy('t.is_pinned', 'desc'))
    .orderBy(`t.${SORT_COLUMNS[sort]}`, 'desc')
    .orderBy('t.id', 'desc')
    .execute()
  const total = matchingIds?.length ?? (await countTotal(rows, paging, () => countTopics(ctx, filter)))
  return { items: rows.map(toTopic), total }
}

/**
 * Selects the ids of one page. Pinned topics come first, except in search results, and in lists by question, product or
 * member.
 * Earlier pages are skipped in the index, so only the rows of
 * this page are read.
 */
function selectPageOfIds(
  { db }: Context,
  filter: TopicFilter,
  matchingIds: number[] | undefined,
  sort: TopicListQuery['sort'],
  paging: Paging,
) {
  const { offset, limit } = toOffsetLimit(paging)
  return selectVisibleTopics(db.selectFrom('topics').select('id'), filter)
    .$if(matchingIds !== undefined, (q) => q.where(isOneOf(db, 'id', matchingIds ?? [])))
    .$if(!matchingIds && !hasListCondition(filter), (q) => q.orderBy('is_pinned', 'desc'))
    .orderBy(SORT_COLUMNS[sort], 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
}

async function countTopics({ db }: Context, filter: TopicFilter): Promise<number> {
  const query = db.selectFrom('topics').select((eb) => eb.fn.countAll<number>().as('n'))
  return (await selectVisibleTopics(query, filter).executeTakeFirstOrThrow()).n
}

/** Whether the filter selects a list of questions or an own list. */
const hasListCondition = ({ show, productSlug, authorId, watcherId, activeAfter }: TopicFilter): boolean =>
  show !== undefined || productSlug !== undefined || authorId !== undefined || watcherId !== undefined || activeAfter !== undefined

async function listIdsAmong({ db }: Context, filter: TopicFilter, ids: number[]): Promise<number[]> {
  const query = db.selectFrom('topics').select('id')
  const rows = await selectVisibleTopics(query, filter)
    .where(isOneOf(db, 'id', ids))
    .execute()
  return rows.map(({ id }) => id)
}

const selectVisibleTopics = <O>(
  query: SelectQueryBuilder<Tables, 'topics', O>,
  { categoryId, show, productSlug, authorId, watcherId, activeAfter }: TopicFilter,
) =>
  query
    .where('status', '=', 'visible')
    .$if(categoryId !== undefined, (q) => q.where('category_id', '=', categoryId ?? 0))
    .$if(show !== undefined, (q) => q.where((eb) => isInList(eb, show ?? 'unsolved')))
    .$if(productSlug !== undefined, (q) =>
      q.where('id', 'in', (eb) =>
        eb
          .selectFrom('topic_products as tp')
          .innerJoin('products as p', 'p.id', 'tp.product_id')
          .select('tp.topic_id')
          .where('p.slug', '=', productSlug ?? ''),
      ),
    )
    .$if(authorId !== undefined, (q) => q.where('user_id', '=', authorId ?? 0))
    .$if(activeAfter !== undefined, (q) => q.where('active_at', '>', activeAfter ?? ''))
    .$if(watcherId !== undefined, (q) =>
      q.where('id', 'in', (eb) =>
        eb
          .selectFrom('topic_watches')
          .select('topic_id')
          .where('user_id', '=', watcherId ?? 0)
          .where('is_off', '=', false),
      ),
    )

/** The conditions of the partial indexes of migration 0070. Their values are literals, because SQLite compares them as expressions. */
function isInList(eb: ExpressionBuilder<Tables, 'topics'>, list: QuestionList): Expression<SqlBool> {
  if (list === 'answered') return eb('accepted_reply_id', 'is not', null)
  const isQuestion = eb('is_question', '=', eb.lit(true))
  return list === 'unanswered'
    ? eb.and([isQuestion, eb('reply_count', '=', eb.lit(0))])
    : eb.and([isQuestion, eb('accepted_reply_id', 'is', null)])
}

/**
 * Lists visible topics by views; with equal views, the newest come first. The condition is negated, so that SQLite scans the index on views
 * instead of sorting all visible topics.
 */
export async function listPopularTopicRows(ctx: Context, paging: Paging): Promise<ListResult<Topic>> {
  const { offset, limit } = toOffsetLimit(paging)
  const ids = ctx.db
    .selectFrom('topics')
    .select('id')
    .where('status', 'not in', ['waiting', 'hidden'])
    .orderBy('views', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
  const rows = await selectTopics(ctx)
    .where('t.id', 'in', ids)
    .orderBy('t.views', 'desc')
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .execute()
  return { items: rows.map(toTopic), total: await countTotal(rows, paging, () => countTopics(ctx, {})) }
}

export async function findTopic(ctx: Pick<Context, 'db'>, id: number): Promise<Topic | undefined> {
  const row = await selectTopics(ctx).where('t.id', '=', id).executeTakeFirst()
  return row && toTopic(row)
}

export interface NewTopicRow {
  title: string
  content: string
  categoryId: number
  userId: number
  createdAt: string
  status: Moderation
  isQuestion: boolean
  screening?: string | null
}

export async function insertTopic({ db }: Pick<Context, 'db'>, row: NewTopicRow): Promise<number> {
  const { id } = await db
    .insertInto('topics')
    .values({
      title: row.title,
      content: row.content,
      category_id: row.categoryId,
      user_id: row.userId,
      created_at: row.createdAt,
      active_at: row.createdAt,
      status: row.status,
      is_question: row.isQuestion,
      screening: row.screening ?? null,
      search_text: foldText(row.title, row.content),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function addTopicViewCount({ db }: Pick<Context, 'db'>, id: number, views: number): Promise<void> {
  await db
    .updateTable('topics')
    .set((eb) => ({ views: eb('views', '+', views) }))
    .where('id', '=', id)
    .execute()
}
