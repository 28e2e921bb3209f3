/** Lists what is new since a time. `categoryIds` selects categories; without it, everything is listed. */
import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface ActivityFilter {
  since: string
  categoryIds?: readonly number[] | undefined
  /** The member for whom the list is; their own posts are left out. */
  userId: number
}

/** Selects the members whom the member has muted. */
const selectMuted = ({ db }: Db, userId: number) => db.selectFrom('mutes').select('muted_id').where('user_id', '=', userId)

/** Maximum number of topics whose new replies are counted; those with the latest activity are taken. */
const MAX_CANDIDATES = 200

/** Lists visible topics with activity, those with the most new replies and votes first. */
export async function listActiveTopics(ctx: Db, { since, categoryIds, userId }: ActivityFilter) {
  const { db } = ctx
  const topics = await db
    .selectFrom('topics as t')
    .leftJoin('categories as c', 'c.id', 't.category_id')
    .select(['t.id', 't.title', 't.upvotes', 't.active_at as at', 'c.name as categoryName', 't.is_demo as isDemo'])
    .where('t.status', '=', 'visible')
    .where('t.active_at', '>', since)
    .where('t.user_id', '!=', userId)
    .where('t.user_id', 'not in', selectMuted(ctx, userId))
    .$if(categoryIds !== undefined, (q) => q.where(isOneOf(db, 't.category_id', categoryIds ?? [])))
    .orderBy('t.active_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(MAX_CANDIDATES)
    .execute()
  if (topics.length === 0) return []
  const counts = await db
    .selectFrom('replies')
    .select((eb) => ['topic_id as id', eb.fn.countAll<number>().as('n')])
    .where(
      isOneOf(
        db,
        'topic_id',
        topics.map(({ id }) => id),
      ),
    )
    .where('status', '=', 'visible')
    .where('created_at', '>', since)
    .groupBy('topic_id')
    .execute()
  const countsById = new Map(counts.map(({ id, n }) => [id, n]))
  return topics
    .map(({ upvotes, ...topic }) => ({ ...topic, upvotes, newReplies: countsById.get(topic.id) ?? 0 }))
    .toSorted((a, b) => b.newReplies + b.upvotes - a.newReplies - a.upvotes)
}

/** Lists visible questions without replies, newest first. */
export const listUnansweredQuestions = (ctx: Db, { since, categoryIds, userId }: ActivityFilter, limit: number) =>
  ctx.db
    .selectFrom('topics as t')
    .leftJoin('categories as c', 'c.id', 't.category_id')
    .select(['t.id', 't.title', 'c.name as categoryName', 't.is_demo as isDemo'])
    .where('t.status', '=', 'visible')
    .where('t.is_question', '=', true)
    .where('t.reply_count', '=', 0)
    .where('t.created_at', '>', since)
    .where('t.user_id', '!=', userId)
    .where('t.user_id', 'not in', selectMuted(ctx, userId))
    .$if(categoryIds !== undefined, (q) => q.where(isOneOf(ctx.db, 't.category_id', categoryIds ?? [])))
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit)
    .execute()

/** Lists articles published after `since`, newest first. */
export const listNewArticles = ({ db }: Db, { since, categoryIds }: Omit<ActivityFilter, 'userId'>, limit: number) =>
  db
    .selectFrom('articles as a')
    .leftJoin('categories as c', 'c.id', 'a.category_id')
    .select(['a.id', 'a.slug', 'a.title', 'a.published_at as at', 'c.name as categoryName', 'a.is_demo as isDemo'])
    .where('a.status', '=', 'published')
    .where('a.published_at', '>', since)
    .$if(categoryIds !== undefined, (q) => q.where(isOneOf(db, 'a.category_id', categoryIds ?? [])))
    .orderBy('a.published_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()

/** Lists reviews of products that were posted after `since`, newest first. */
export const listNewReviews = (
  ctx: Db,
  { since, productIds, userId }: { since: string; productIds: readonly number[]; userId: number },
  limit: number,
) =>
  ctx.db
    .selectFrom('reviews as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select(['r.id', 'r.rating', 'p.name as productName', 'p.slug as productSlug', 'p.is_demo as isDemo'])
    .where('r.created_at', '>', since)
    .where(isOneOf(ctx.db, 'r.product_id', productIds))
    .where('r.user_id', '!=', userId)
    .where('r.user_id', 'not in', selectMuted(ctx, userId))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()
