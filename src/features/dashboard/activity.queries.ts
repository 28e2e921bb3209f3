/** Lists the latest activity. Each kind has its own query, which takes the newest rows from an index. */
import type { Context } from '#platform/contract/context.ts'
import type { Activity } from './dashboard.contract.ts'

type DbContext = Pick<Context, 'db'>
/**
 * Feature switches on which the list of activity depends. New members are always listed; without user accounts they link to the admin
 * list, because there are no profiles.
 */
export interface ActivityFeatures {
  products: boolean
  articles: boolean
  forums: boolean
  userAccounts: boolean
}

/** Lists the latest activity, newest first. @param guestId the guest account, which is not listed */
export async function listLatestActivity(ctx: DbContext, enabled: ActivityFeatures, limit: number, guestId: number): Promise<Activity[]> {
  const activityByKind = await Promise.all([
    listNewUsers(ctx, enabled, limit, guestId),
    ...(enabled.products ? [listNewEnquiries(ctx, limit), listNewReviews(ctx, limit), listNewProducts(ctx, limit)] : []),
    ...(enabled.articles ? [listNewArticles(ctx, limit)] : []),
    ...(enabled.forums ? [listNewTopics(ctx, limit), listNewReplies(ctx, limit)] : []),
  ])
  return activityByKind
    .flat()
    .toSorted((a, b) => b.at.localeCompare(a.at) || a.kind.localeCompare(b.kind) || b.id - a.id)
    .slice(0, limit)
}

interface UserNames {
  displayName: string | null
  username: string | null
}
const getDisplayName = ({ displayName, username }: UserNames): string => displayName || username || 'Unknown User'

async function listNewEnquiries({ db }: DbContext, limit: number): Promise<Activity[]> {
  const rows = await db
    .selectFrom('enquiries')
    .select(['id', 'name', 'product_name as title', 'created_at as at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, at, name, title }) => ({ kind: 'enquiry', id, at, who: name, title, to: `/admin/enquiries?open=${id}` }))
}

async function listNewTopics({ db }: DbContext, limit: number): Promise<Activity[]> {
  const rows = await db
    .selectFrom('topics as t')
    .leftJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id', 't.title', 't.created_at as at', 'u.display_name as displayName', 'u.username'])
    // The condition is negated, so that SQLite uses the index on created_at instead of sorting all visible topics.
    .where('t.status', 'not in', ['waiting', 'hidden'])
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, at, title, ...person }) => ({ kind: 'topic', id, at, who: getDisplayName(person), title, to: `/forum/${id}` }))
}

async function listNewReplies({ db }: DbContext, limit: number): Promise<Activity[]> {
  const rows = await db
    .selectFrom('replies as r')
    .innerJoin('topics as t', 't.id', 'r.topic_id')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.topic_id', 't.title', 'r.created_at as at', 'u.display_name as displayName', 'u.username'])
    .where('r.status', '=', 'visible')
    .where('t.status', '=', 'visible')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, at, title, topic_id: topicId, ...person }) => ({
    kind: 'reply',
    id,
    at,
    who: getDisplayName(person),
    title,
    to: `/forum/${topicId}`,
  }))
}

async function listNewReviews({ db }: DbContext, limit: number): Promise<Activity[]> {
  const rows = await db
    .selectFrom('reviews as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'p.name as title', 'p.slug', 'r.created_at as at', 'u.display_name as displayName', 'u.username'])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, at, title, slug, ...person }) => ({
    kind: 'review',
    id,
    at,
    who: getDisplayName(person),
    title,
    to: `/products/${slug}`,
  }))
}

async function listNewArticles({ db }: DbContext, limit: number): Promise<Activity[]> {
  const rows = await db
    .selectFrom('articles')
    .select(['id', 'title', 'slug', 'published_at'])
    .where('status', '=', 'published')
    .orderBy('published_at', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, title, slug, published_at: at }) =>
    at === null ? [] : [{ kind: 'article' as const, id, at, who: null, title, to: `/articles/${slug}` }],
  )
}

async function listNewUsers({ db }: DbContext, { userAccounts }: ActivityFeatures, limit: number, guestId: number): Promise<Activity[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'member_since as at', 'display_name as displayName', 'username'])
    .where('id', '!=', guestId)
    .where('deleted_at', 'is', null)
    .orderBy('member_since', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, at, ...person }) => {
    const name = getDisplayName(person)
    return { kind: 'user', id, at, who: name, title: name, to: userAccounts ? `/user/${id}` : '/admin/users' }
  })
}

async function listNewProducts({ db }: DbContext, limit: number): Promise<Activity[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name as title', 'slug', 'created_at as at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, at, title, slug }) => ({ kind: 'product', id, at, who: null, title, to: `/products/${slug}` }))
}
