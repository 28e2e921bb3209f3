import type { Kysely } from 'kysely'
import { doubleColumn, idColumn, notNullFalseColumn, notNullColumn, timestamp, notNullZeroColumn } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'
import { createSearchIndex } from '#db/search/search-index.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('products')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', notNullColumn)
    .addColumn('name_key', 'text', notNullColumn)
    .addColumn('category_id', 'integer', (c) => c.references('categories.id').onDelete('set null'))
    .addColumn('price', 'text')
    .addColumn('price_amount', doubleColumn)
    .addColumn('price_unit', 'text')
    // Sort keys: products without a price come last in both directions, and both directions use an index.
    .addColumn('price_low', doubleColumn, notNullColumn)
    .addColumn('price_high', doubleColumn, notNullColumn)
    .addColumn('image', 'text')
    .addColumn('image_alt', 'text')
    .addColumn('is_featured', 'boolean', notNullFalseColumn)
    .addColumn('rating_sum', 'integer', notNullZeroColumn)
    .addColumn('review_count', 'integer', notNullZeroColumn)
    .addColumn('average_rating', doubleColumn, notNullZeroColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('is_demo', 'boolean', notNullFalseColumn)
    .addColumn('description', 'text', notNullColumn)
    .addColumn('features', 'text')
    .addColumn('technical_specs', 'text')
    .addColumn('search_text', 'text', notNullColumn)
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
    .addColumn('rating', 'integer', notNullColumn)
    .addColumn('title', 'text', notNullColumn)
    .addColumn('content', 'text', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('is_verified', 'boolean', notNullFalseColumn)
    .addColumn('is_demo', 'boolean', notNullFalseColumn)
    .execute()
  await db.schema.createIndex('reviews_newest').on('reviews').columns(['created_at desc', 'id desc']).execute()
  await db.schema.createIndex('reviews_of_product').on('reviews').columns(['product_id', 'created_at desc', 'id desc']).execute()
  await db.schema.createIndex('reviews_of_user').on('reviews').column('user_id').execute()
}
