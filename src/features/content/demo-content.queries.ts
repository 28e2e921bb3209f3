/** Finds the rows of the demo content. */
import { isOneOf } from '#db/search/search-index.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'

type DbContext = Pick<Context, 'db'>
export type Ids = readonly number[]
const MARKED_TABLES = ['products', 'articles', 'experts', 'enquiries'] as const

interface Post {
  id: number
  /** Id of the product that is reviewed or the topic that is replied to. */
  parentId: number
  isDemo: boolean
}

/** Rows that the removal deletes, including the posts of real people on demo content. */
export interface DemoRows extends Record<(typeof MARKED_TABLES)[number] | 'users' | 'expertArticles' | 'topics', number[]> {
  reviews: Post[]
  replies: Post[]
}

export async function findDemoRows(ctx: DbContext): Promise<DemoRows> {
  const { db } = ctx
  const users = listIds(await selectDemoUsers(ctx).execute())
  const [products = [], articles = [], experts = [], enquiries = []] = await Promise.all(
    MARKED_TABLES.map(async (table) => listIds(await db.selectFrom(table).select('id').where('is_demo', '=', true).execute())),
  )
  const topics = listIds(
    await db
      .selectFrom('topics')
      .select('id')
      .where((eb) => eb.or([eb('is_demo', '=', true), isOneOf(db, 'user_id', users)]))
      .execute(),
  )
  const expertArticles = listIds(
    await db
      .selectFrom('expert_articles')
      .select('id')
      .where((eb) => eb.or([eb('is_demo', '=', true), isOneOf(db, 'expert_id', experts)]))
      .execute(),
  )
  const reviews = await db
    .selectFrom('reviews')
    .select(['id', 'product_id as parentId', 'is_demo as isDemo'])
    .where((eb) => eb.or([eb('is_demo', '=', true), isOneOf(db, 'product_id', products), isOneOf(db, 'user_id', users)]))
    .execute()
  const replies = await db
    .selectFrom('replies')
    .select(['id', 'topic_id as parentId', 'is_demo as isDemo'])
    .where((eb) => eb.or([eb('is_demo', '=', true), isOneOf(db, 'topic_id', topics), isOneOf(db, 'user_id', users)]))
    .execute()
  return { products, articles, experts, enquiries, users, topics, expertArticles, reviews, replies }
}

export const listIds = (rows: { id: number }[]): number[] => rows.map(({ id }) => id)

/** Selects the demo accounts, except those in use by now: accounts with a password or administrator rights. */
const selectDemoUsers = ({ db }: DbContext) =>
  db
    .selectFrom('users')
    .select('id')
    .where('is_demo', '=', true)
    .where('id', '!=', GUEST_ID)
    .where('password_hash', 'is', null)
    .where('is_admin', '=', false)
    .where('deleted_at', 'is', null)

export const listTrash = ({ db }: DbContext): Promise<{ id: number; kind: string; subjectId: number; rows: string }[]> =>
  db.selectFrom('trash').select(['id', 'kind', 'subject_id as subjectId', 'rows']).execute()

/** Lists the keys of the public pages of the rows, for tombstones. */
export async function listDemoPages({ db }: DbContext, rows: DemoRows) {
  const [articles, products, topics] = await Promise.all([
    db
      .selectFrom('articles')
      .select(['id', 'slug as key'])
      .where('status', '=', 'published')
      .where(isOneOf(db, 'id', rows.articles))
      .execute(),
    db
      .selectFrom('products')
      .select(['id', 'slug as key'])
      .where(isOneOf(db, 'id', rows.products))
      .execute(),
    db
      .selectFrom('topics')
      .select('id')
      .where('status', '=', 'visible')
      .where(isOneOf(db, 'id', rows.topics))
      .execute(),
  ])
  return { article: articles, product: products, topic: topics.map(({ id }) => ({ id, key: String(id) })) }
}
