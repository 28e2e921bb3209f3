import type { Kysely } from 'kysely'
import { doubleColumn, idColumn, notNullColumn, timestamp, notNullZeroColumn } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'
import { foldText } from '#db/search/search-index.ts'

/** Adds Bayesian scores, and further properties of reviews. A job calculates the scores of existing products. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema.alterTable('products').addColumn('score', doubleColumn, notNullZeroColumn).execute()
  const order = ['score desc', 'review_count desc', 'id'] as const
  await db.schema
    .createIndex('products_by_score')
    .on('products')
    .columns([...order])
    .execute()
  await db.schema
    .createIndex('products_of_category_by_score')
    .on('products')
    .columns(['category_id', ...order])
    .execute()
  // By category; 0 for products without one.
  await db.schema
    .createTable('rating_priors')
    .addColumn('category_id', 'integer', (c) => c.primaryKey())
    .addColumn('mean', doubleColumn, notNullColumn)
    .addColumn('basis', 'text', notNullColumn)
    .execute()

  await db.schema
    .alterTable('reviews')
    .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  for (const column of ['verified_by', 'answer', 'answer_from'] as const)
    await db.schema.alterTable('reviews').addColumn(column, 'text').execute()
  await db.schema.alterTable('reviews').addColumn('owned_months', 'integer').execute()
  for (const column of ['edited_at', 'answered_at'] as const)
    await db.schema.alterTable('reviews').addColumn(column, timestamp(engine)).execute()
  await fillReviews(db)

  // Moderation actions on reviews, for public counts. Actors and texts are in the audit log.
  await db.schema
    .createTable('review_decisions')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('review_id', 'integer', notNullColumn)
    .addColumn('action', 'text', notNullColumn)
    .addColumn('reason', 'text')
    .addColumn('reviewed_at', timestamp(engine), notNullColumn)
    .addColumn('at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema.createIndex('review_decisions_by_age').on('review_decisions').column('reviewed_at').execute()
  await db.schema.createIndex('review_decisions_of_review').on('review_decisions').column('review_id').execute()
}

/** Before this migration, reviews were verified by completed enquiries only. */
async function fillReviews(db: Kysely<never>): Promise<void> {
  const on = db as unknown as Kysely<{
    reviews: { id: number; title: string; content: string; search_text: string; is_verified: boolean; verified_by: string | null }
  }>
  await on.updateTable('reviews').set({ verified_by: 'enquiry' }).where('is_verified', '=', true).execute()
  for (const { id, title, content } of await on.selectFrom('reviews').select(['id', 'title', 'content']).execute())
    await on
      .updateTable('reviews')
      .set({ search_text: foldText(title, content) })
      .where('id', '=', id)
      .execute()
}
