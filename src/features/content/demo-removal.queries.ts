/** Deletes the demo content and recounts what depended on it. */
import { isOneOf } from '#db/search/search-index.ts'
import type { VoteSubject } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { type Ids, type DemoRows, listIds } from './demo-content.queries.ts'

type DbContext = Pick<Context, 'db'>

/** Deletes the rows in an order in which no row refers to a deleted one. */
export async function deleteDemoRows(ctx: DbContext, rows: DemoRows, trash: Ids): Promise<void> {
  const { db } = ctx
  const deleteRows = async (
    table: 'reviews' | 'replies' | 'topics' | 'enquiries' | 'products' | 'articles' | 'expert_articles' | 'experts' | 'users' | 'trash',
    ids: Ids,
  ) => {
    await db
      .deleteFrom(table)
      .where(isOneOf(db, 'id', ids))
      .execute()
  }
  const [reviews, replies] = [listIds(rows.reviews), listIds(rows.replies)]
  await removeVotesOn(ctx, 'review', reviews)
  await removeVotesOn(ctx, 'reply', replies)
  await removeVotesOn(ctx, 'topic', rows.topics)
  await removeVersionsOf(ctx, 'reply', replies)
  await removeVersionsOf(ctx, 'topic', rows.topics)
  await removeAcceptanceOf(ctx, replies)
  await deleteRows('reviews', reviews)
  await deleteRows('replies', replies)
  await deleteRows('topics', rows.topics)
  await deleteRows('enquiries', rows.enquiries)
  await removeOldSlugs(ctx, 'product', rows.products)
  await db
    .deleteFrom('product_figures')
    .where(isOneOf(db, 'product_id', rows.products))
    .execute()
  await deleteRows('products', rows.products)
  await removeOldSlugs(ctx, 'article', rows.articles)
  await deleteRows('articles', rows.articles)
  await deleteRows('expert_articles', rows.expertArticles)
  await deleteRows('experts', rows.experts)
  // Enquiries remain when the account of their sender is deleted.
  await db
    .updateTable('enquiries')
    .set({ user_id: null })
    .where(isOneOf(db, 'user_id', rows.users))
    .execute()
  await deleteRows('users', rows.users)
  await deleteRows('trash', trash)
}

/** Real people may have accepted demo replies in topics that remain. */
async function removeAcceptanceOf({ db }: DbContext, replies: Ids): Promise<void> {
  await db
    .deleteFrom('accepted_replies')
    .where(isOneOf(db, 'reply_id', replies))
    .execute()
  await db
    .updateTable('topics')
    .set({ accepted_reply_id: null })
    .where(isOneOf(db, 'accepted_reply_id', replies))
    .execute()
}

async function removeVersionsOf({ db }: DbContext, type: 'topic' | 'reply', ids: Ids): Promise<void> {
  await db
    .deleteFrom('post_versions')
    .where('subject_type', '=', type)
    .where(isOneOf(db, 'subject_id', ids))
    .execute()
}

async function removeVotesOn({ db }: DbContext, type: VoteSubject, ids: Ids): Promise<void> {
  await db
    .deleteFrom('votes')
    .where('subject_type', '=', type)
    .where(isOneOf(db, 'subject_id', ids))
    .execute()
}

async function removeOldSlugs({ db }: DbContext, kind: 'article' | 'product', ids: Ids): Promise<void> {
  await db
    .deleteFrom('old_slugs')
    .where('kind', '=', kind)
    .where(isOneOf(db, 'subject_id', ids))
    .execute()
}

/** Recalculates a product's rating from its remaining reviews. */
export async function recountProductReviews({ db }: DbContext, productId: number): Promise<void> {
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
