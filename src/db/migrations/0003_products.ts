import type { Kysely } from 'kysely'
import { float, idColumn, isFalse, required, timestamp, zero } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'
import { createSearchIndex } from '#db/search-index.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('products')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', required)
    .addColumn('category_id', 'integer', (c) => c.references('categories.id').onDelete('set null'))
    .addColumn('price', 'text')
    .addColumn('price_amount', float)
    .addColumn('price_unit', 'text')
    // Sort keys: a product without a number comes last in both directions, and both stay on an index.
    .addColumn('price_low', float, required)
    .addColumn('price_high', float, required)
    .addColumn('image', 'text')
    .addColumn('image_alt', 'text')
    .addColumn('is_featured', 'boolean', isFalse)
    .addColumn('rating_sum', 'integer', zero)
    .addColumn('review_count', 'integer', zero)
    .addColumn('average_rating', float, zero)
    .addColumn('created_at', timestamp(engine), required)
    .addColumn('is_demo', 'boolean', isFalse)
    .addColumn('description', 'text', required)
    .addColumn('features', 'text')
    .addColumn('technical_specs', 'text')
    .addColumn('search_text', 'text', required)
    .execute()
  const orders = {
    rating: ['average_rating desc', 'review_count desc', 'id'],
    low: ['price_low', 'id'],
    high: ['price_high desc', 'id'],
    name: ['name_key', 'id'],
  } as const
  for (const [name, columns] of Object.entries(orders)) {
    await db.schema
      .createIndex(`products_by_${name}`)
      .on('products')
      .columns([...columns])
      .execute()
    await db.schema
      .createIndex(`products_of_category_by_${name}`)
      .on('products')
      .columns(['category_id', ...columns])
      .execute()
  }
  await db.schema.createIndex('products_featured').on('products').columns(['is_featured', 'average_rating desc']).execute()
  await createSearchIndex(db, engine, 'products')

  await db.schema
    .createTable('reviews')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('rating', 'integer', required)
    .addColumn('title', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('created_at', timestamp(engine), required)
    .addColumn('is_verified', 'boolean', isFalse)
    .addColumn('is_demo', 'boolean', isFalse)
    .execute()
  await db.schema.createIndex('reviews_newest').on('reviews').columns(['created_at desc', 'id desc']).execute()
  await db.schema.createIndex('reviews_of_product').on('reviews').columns(['product_id', 'created_at desc', 'id desc']).execute()
  await db.schema.createIndex('reviews_of_user').on('reviews').column('user_id').execute()
}
