import type { Kysely } from 'kysely'
import { notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds modification times of pages, and tombstones of deleted pages. */
export async function up(db: Kysely<never>, engine: EngineName) {
  // Null means that the page has not changed since publication.
  for (const table of ['articles', 'products', 'topics'])
    await db.schema.alterTable(table).addColumn('changed_at', timestamp(engine)).execute()
  // The new columns are after the long texts; with these indexes the sitemap does not read the rows.
  const seen = {
    articles: ['status', 'id', 'category_id', 'slug', 'published_at', 'changed_at'],
    products: ['id', 'category_id', 'slug', 'created_at', 'changed_at'],
    topics: ['status', 'id', 'category_id', 'active_at', 'changed_at'],
  }
  for (const [table, columns] of Object.entries(seen)) {
    await db.schema.createIndex(`${table}_for_crawlers`).on(table).columns(columns).execute()
  }
  await db.schema.createIndex('products_of_category_newest').on('products').columns(['category_id', 'created_at desc', 'id desc']).execute()
  await db.schema
    .createTable('gone_addresses')
    .addColumn('kind', 'text', notNullColumn)
    .addColumn('key', 'text', notNullColumn)
    .addColumn('subject_id', 'integer', notNullColumn)
    .addColumn('gone_at', timestamp(engine), notNullColumn)
    .addPrimaryKeyConstraint('gone_addresses_key', ['kind', 'key'])
    .execute()
  await db.schema.createIndex('gone_addresses_of').on('gone_addresses').columns(['kind', 'subject_id']).execute()
}
