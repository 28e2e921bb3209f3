import type { Kysely } from 'kysely'
import { notNullZeroColumn } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/**
 * Adds the screening of members' reviews and of updates, which wait in the same table as reviews by guests, and the version of reviews for
 * optimistic concurrency.
 */
export async function up(db: Kysely<never>, _engine: EngineName) {
  await db.schema
    .alterTable('waiting_reviews')
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .execute()
  await db.schema
    .alterTable('waiting_reviews')
    .addColumn('review_id', 'integer', (c) => c.references('reviews.id').onDelete('cascade'))
    .execute()
  await db.schema.alterTable('waiting_reviews').addColumn('months', 'integer').execute()
  await db.schema.alterTable('waiting_reviews').addColumn('is_still_used', 'boolean').execute()
  await db.schema.alterTable('waiting_reviews').addColumn('screening', 'text').execute()
  await db.schema.createIndex('waiting_reviews_of_user').on('waiting_reviews').column('user_id').execute()
  await db.schema.createIndex('waiting_reviews_of_review').on('waiting_reviews').column('review_id').execute()
  await db.schema.alterTable('reviews').addColumn('version', 'integer', notNullZeroColumn).execute()
}
