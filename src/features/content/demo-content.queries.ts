/** Finds the rows of the demo content. */
import { isOneOf } from '#db/search/search-index.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>
export type Ids = readonly number[]
const MARKED_TABLES = ['products', 'articles', 'experts', 'enquiries'] as const

interface Post {
  id: number
  /** Id of the reviewed product or replied-to topic. */
  on: number
  isDemo: boolean
}

/** Ids of all rows to remove, including posts of real people on demo content. */
export interface DemoRows extends Record<(typeof MARKED_TABLES)[number] | 'users' | 'expertArticles' | 'topics', number[]> {
  reviews: Post[]
  replies: Post[]
}

export async function findDemoRows(ctx: Db): Promise<DemoRows> {
  const { db } = ctx
  const users = idsOf(await demoUsers(ctx).execute())
  const [products = [], articles = [], experts = [], enquiries = []] = await Promise.all(
    MARKED_TABLES.map(async (table) => idsOf(await db.selectFrom(table).select('id').where('is_demo', '=', true).execute())),
  )
  const topics = idsOf(
    await db
      .selectFrom('topics')
      .select('id')
      .where((eb) => eb.or([eb('is_demo', '=', true), isOneOf(db, 'user_id', users)]))
      .execute(),
  )
  const expertArticles = idsOf(
    await db
      .selectFrom('expert_articles')
      .select('id')
      .where((eb) => eb.or([eb('is_demo', '=', true), isOneOf(db, 'expert_id', experts)]))
      .execute(),
  )
  const reviews = await db
    .selectFrom('reviews')
    .select(['id', 'product_id as on', 'is_demo as isDemo'])
    .where((eb) => eb.or([eb('is_demo', '=', true), isOneOf(db, 'product_id', products), isOneOf(db, 'user_id', users)]))
    .execute()
  const replies = await db
    .selectFrom('replies')
    .select(['id', 'topic_id as on', 'is_demo as isDemo'])
    .where((eb) => eb.or([eb('is_demo', '=', true), isOneOf(db, 'topic_id', topics), isOneOf(db, 'user_id', users)]))
    .execute()
  return { products, articles, experts, enquiries, users, topics, expertArticles, reviews, replies }
}

export const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id)

/** Excludes demo accounts that are in use by now: those with a password or administrator rights. */
const demoUsers = ({ db }: Db) =>
  db
    .selectFrom('users')
    .select('id')
    .where('is_demo', '=', true)
    .where('id', '!=', GUEST_ID)
    .where('password_hash', 'is', null)
    .where('is_admin', '=', false)
    .where('deleted_at', 'is', null)

export const listDemoTrash = ({ db }: Db): Promise<{ id: number; kind: string; subjectId: number; rows: string }[]> =>
  db.selectFrom('trash').select(['id', 'kind', 'subject_id as subjectId', 'rows']).execute()

/** Lists the public URLs of the rows, for tombstones. */
export async function listDemoUrls({ db }: Db, rows: DemoRows) {
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
