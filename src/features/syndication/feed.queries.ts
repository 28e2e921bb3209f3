/** Queries for the newest public content of each kind. */
import { sql } from 'kysely'
import { isDemoPost } from '#db/demo-account.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** A row of any kind. `content` is Markdown, or plain text for a product. */
export interface FeedRow {
  id: number
  /** Empty when the URL contains the id instead. */
  slug: string
  title: string
  content: string
  summary: string | null
  author: string | null
  image: string | null
  category: string | null
  publishedAt: string
  changedAt: string | null
  /** Whether the item is demo content, and whether its author is; on SQLite a computed value is a number. */
  isDemo?: boolean | number
  isAuthorDemo?: boolean | number | null
}

const NULL_COLUMN = sql<null>`null`

export const listFeedArticles = ({ db }: Db, limit: number, categoryId?: number): Promise<FeedRow[]> =>
  db
    .selectFrom('articles as a')
    .leftJoin('experts as e', 'e.id', 'a.author_id')
    .leftJoin('categories as c', 'c.id', 'a.category_id')
    .select(['a.id', 'a.slug', 'a.title', 'a.content', 'a.summary', 'a.featured_image as image', 'c.name as category'])
    .select(['a.published_at as publishedAt', 'a.changed_at as changedAt'])
    .select((eb) => eb.case().when('a.author_name', 'is', null).then(eb.ref('e.is_demo')).else(false).end().as('isAuthorDemo'))
    .select((eb) => eb.fn.coalesce('a.author_name', 'e.name').as('author'))
    .where('a.status', '=', 'published')
    .where('a.published_at', 'is not', null)
    .$if(categoryId !== undefined, (q) => q.where('a.category_id', '=', categoryId ?? 0))
    .orderBy('a.published_at', (order) => order.desc().nullsLast())
    .orderBy('a.id', 'desc')
    .limit(limit)
    .$narrowType<{ publishedAt: string }>()
    .execute()

export const listFeedExpertArticles = ({ db }: Db, limit: number): Promise<FeedRow[]> =>
  db
    .selectFrom('expert_articles as a')
    .innerJoin('experts as e', 'e.id', 'a.expert_id')
    .select(['a.id', 'a.title', 'a.content', 'e.name as author', 'a.published_at as publishedAt', 'e.is_demo as isDemo'])
    .select([
      sql<string>`''`.as('slug'),
      NULL_COLUMN.as('summary'),
      NULL_COLUMN.as('image'),
      NULL_COLUMN.as('category'),
      NULL_COLUMN.as('changedAt'),
    ])
    .where('a.published_at', 'is not', null)
    .orderBy('a.published_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .$narrowType<{ publishedAt: string }>()
    .execute()

export const listFeedProducts = ({ db }: Db, limit: number, categoryId?: number): Promise<FeedRow[]> =>
  db
    .selectFrom('products as p')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .select(['p.id', 'p.slug', 'p.name as title', 'p.description as content', 'p.image', 'c.name as category', 'p.is_demo as isDemo'])
    .select(['p.created_at as publishedAt', 'p.changed_at as changedAt', NULL_COLUMN.as('summary'), NULL_COLUMN.as('author')])
    .$if(categoryId !== undefined, (q) => q.where('p.category_id', '=', categoryId ?? 0))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()

const selectTopics = ({ db }: Db) =>
  db
    .selectFrom('topics as t')
    .leftJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('categories as c', 'c.id', 't.category_id')
    .select(['t.id', 't.title', 't.content', 'c.name as category', 't.created_at as publishedAt', 't.changed_at as changedAt'])
    .select([sql<string>`''`.as('slug'), NULL_COLUMN.as('summary'), NULL_COLUMN.as('image')])
    .select((eb) => [eb.fn.coalesce('u.display_name', 'u.username').as('author'), isDemoPost('t').as('isDemo')])

export const listFeedTopics = (ctx: Db, limit: number, categoryId?: number): Promise<FeedRow[]> =>
  selectTopics(ctx)
    // The condition is negated, so that SQLite reads in index order instead of sorting all rows.
    .where('t.status', 'not in', ['waiting', 'hidden'])
    .$if(categoryId !== undefined, (q) => q.where('t.category_id', '=', categoryId ?? 0))
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit)
    .execute()

export const findFeedTopic = (ctx: Db, id: number): Promise<FeedRow | undefined> =>
  selectTopics(ctx).where('t.id', '=', id).where('t.status', '=', 'visible').executeTakeFirst()

/** Returns the time at which public content was last deleted; null if never. */
export async function findLastDeletion({ db }: Db): Promise<string | null> {
  const { at } = await db
    .selectFrom('gone_addresses')
    .select((eb) => eb.fn.max<string | null>('gone_at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/** Returns the time of the last change to a hidden topic, an upper bound for the time at which one was last hidden. */
export async function findLastHiding({ db }: Db): Promise<string | null> {
  const { at } = await db
    .selectFrom('topics')
    .select((eb) => eb.fn.max<string | null>('changed_at').as('at'))
    .where('status', 'in', ['waiting', 'hidden'])
    .executeTakeFirstOrThrow()
  return at
}

/** Returns the time of the last change to an unpublished article, an upper bound for the time at which one was last unpublished. */
export async function findLastUnpublication({ db }: Db): Promise<string | null> {
  const { at } = await db
    .selectFrom('articles')
    .select((eb) => eb.fn.max<string | null>('changed_at').as('at'))
    .where('status', 'in', ['draft', 'scheduled'])
    .executeTakeFirstOrThrow()
  return at
}

/** Returns sent newsletter issues; the caller composes their text. */
export const listFeedIssues = ({ db }: Db, limit: number) =>
  db
    .selectFrom('newsletter_issues')
    .select(['id', 'subject as title', 'intro', 'entries', 'started_at as publishedAt'])
    .where('started_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .$narrowType<{ publishedAt: string }>()
    .execute()

/** Returns the visible replies of a topic, newest first. */
export const listFeedReplies = ({ db }: Db, topicId: number, limit: number): Promise<FeedRow[]> =>
  db
    .selectFrom('replies as r')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.content', 'r.created_at as publishedAt', sql<string>`''`.as('slug'), sql<string>`''`.as('title')])
    .select([NULL_COLUMN.as('summary'), NULL_COLUMN.as('image'), NULL_COLUMN.as('category'), NULL_COLUMN.as('changedAt')])
    .select((eb) => [eb.fn.coalesce('u.display_name', 'u.username').as('author'), isDemoPost('r').as('isDemo')])
    .where('r.topic_id', '=', topicId)
    .where('r.status', '=', 'visible')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()
