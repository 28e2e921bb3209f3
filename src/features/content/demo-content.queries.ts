/** Finds what belongs to the demo content, and takes it away. */
import { isOneOf } from '#db/search-index.ts'
import type { VoteSubject } from '#db/tables.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/context.ts'

type Db = Pick<Context, 'db'>
type Ids = readonly number[]
const MARKED = ['products', 'articles', 'experts', 'enquiries'] as const

interface Post {
  id: number
  /** The product or topic it stands beneath. */
  on: number
  isDemo: boolean
}

/** Everything that goes, by id. The posts of real people beneath demo content are among it. */
export interface DemoRows extends Record<(typeof MARKED)[number] | 'users' | 'expertArticles' | 'topics', number[]> {
  reviews: Post[]
  replies: Post[]
}

export async function findDemoRows(ctx: Db): Promise<DemoRows> {
  const { db } = ctx
  const users = idsOf(await demoUsers(ctx).execute())
  const [products = [], articles = [], experts = [], enquiries = []] = await Promise.all(
    MARKED.map(async (table) => idsOf(await db.selectFrom(table).select('id').where('is_demo', '=', true).execute())),
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

const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id)

/** An invented person whose account somebody has taken over, with a password or as an administrator, is a real one by now. */
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

/** Where what goes could be seen, so that its address can say that it was removed. */
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

/** What leans on something goes before it. */
export async function deleteDemoRows(ctx: Db, rows: DemoRows, trash: Ids): Promise<void> {
  const { db } = ctx
  const from = async (
    table: 'reviews' | 'replies' | 'topics' | 'enquiries' | 'products' | 'articles' | 'expert_articles' | 'experts' | 'users' | 'trash',
    ids: Ids,
  ) => {
    await db
      .deleteFrom(table)
      .where(isOneOf(db, 'id', ids))
      .execute()
  }
  const [reviews, replies] = [idsOf(rows.reviews), idsOf(rows.replies)]
  await removeVotesOn(ctx, 'review', reviews)
  await removeVotesOn(ctx, 'reply', replies)
  await removeVotesOn(ctx, 'topic', rows.topics)
  await from('reviews', reviews)
  await from('replies', replies)
  await from('topics', rows.topics)
  await from('enquiries', rows.enquiries)
  await removeOldSlugs(ctx, 'product', rows.products)
  await db
    .deleteFrom('product_figures')
    .where(isOneOf(db, 'product_id', rows.products))
    .execute()
  await from('products', rows.products)
  await removeOldSlugs(ctx, 'article', rows.articles)
  await from('articles', rows.articles)
  await from('expert_articles', rows.expertArticles)
  await from('experts', rows.experts)
  // A customer's enquiry is never lost with somebody's account.
  await db
    .updateTable('enquiries')
    .set({ user_id: null })
    .where(isOneOf(db, 'user_id', rows.users))
    .execute()
  await from('users', rows.users)
  await from('trash', trash)
}

async function removeVotesOn({ db }: Db, type: VoteSubject, ids: Ids): Promise<void> {
  await db
    .deleteFrom('votes')
    .where('subject_type', '=', type)
    .where(isOneOf(db, 'subject_id', ids))
    .execute()
}

async function removeOldSlugs({ db }: Db, kind: 'article' | 'product', ids: Ids): Promise<void> {
  await db
    .deleteFrom('old_slugs')
    .where('kind', '=', kind)
    .where(isOneOf(db, 'subject_id', ids))
    .execute()
}

/** The stars of a product that stays, made anew from the reviews that are left. */
export async function recountProductReviews({ db }: Db, productId: number): Promise<void> {
  const { sum, n } = await db
    .selectFrom('reviews')
    .select((eb) => [
      eb.cast<number>(eb.fn.coalesce(eb.fn.sum('rating'), eb.lit(0)), 'integer').as('sum'),
      eb.fn.countAll<number>().as('n'),
    ])
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('products')
    .set({ rating_sum: sum, review_count: n, average_rating: n ? sum / n : 0 })
    .where('id', '=', productId)
    .execute()
}
