/** Deletes the demo content and recounts what depended on it. */
import { isOneOf } from '#db/search/search-index.ts'
import type { VoteSubject } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { type Ids, type DemoRows, idsOf } from './demo-content.queries.ts'

type Db = Pick<Context, 'db'>

/** Deletes all rows, dependent tables first. */
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
  // Enquiries of real customers remain when an account is deleted.
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

/** Recalculates a product's rating from its remaining reviews. */
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
