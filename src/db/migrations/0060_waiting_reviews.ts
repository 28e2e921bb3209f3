import type { Kysely } from 'kysely'
import { idColumn, notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds the reviews by guests that contain a link, until an administrator approves or rejects them. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('waiting_reviews')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id').onDelete('cascade'))
    .addColumn('rating', 'integer', notNullColumn)
    .addColumn('title', 'text', notNullColumn)
    .addColumn('content', 'text', notNullColumn)
    .addColumn('owned_months', 'integer')
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema.createIndex('waiting_reviews_of_product').on('waiting_reviews').column('product_id').execute()
  await db.schema.createIndex('waiting_reviews_by_age').on('waiting_reviews').columns(['created_at', 'id']).execute()
}
