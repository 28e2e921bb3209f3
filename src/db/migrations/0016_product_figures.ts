import type { Kysely } from 'kysely'
import { doubleColumn, notNullColumn, notNullZeroColumn } from '#db/columns.ts'

/** Adds numeric spec values for filtering products. The specification parser is in features/, so a job backfills existing products. */
export async function up(db: Kysely<never>) {
  await db.schema
    .createTable('product_figures')
    .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id').onDelete('cascade'))
    .addColumn('key', 'text', notNullColumn)
    .addColumn('category_id', 'integer', (c) => c.notNull().references('categories.id').onDelete('cascade'))
    .addColumn('number', doubleColumn, notNullColumn)
    .addPrimaryKeyConstraint('product_figures_pk', ['product_id', 'key'])
    .execute()
  await db.schema
    .createIndex('product_figures_in_category')
    .on('product_figures')
    .columns(['category_id', 'key', 'number', 'product_id'])
    .execute()
  await db.schema.alterTable('products').addColumn('figures_version', 'integer', notNullZeroColumn).execute()
  await db.schema.createIndex('products_by_figures_version').on('products').columns(['figures_version', 'id']).execute()
}
