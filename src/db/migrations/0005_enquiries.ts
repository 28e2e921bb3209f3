import type { Kysely } from 'kysely'
import { idColumn, notNullFalseColumn, notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('enquiries')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('name', 'text', notNullColumn)
    .addColumn('email', 'text', notNullColumn)
    .addColumn('phone', 'text', notNullColumn)
    .addColumn('address', 'text', notNullColumn)
    .addColumn('notes', 'text')
    .addColumn('customer_message', 'text')
    .addColumn('product_id', 'integer', (c) => c.references('products.id').onDelete('set null'))
    .addColumn('product_name', 'text', notNullColumn)
    .addColumn('product_price', 'text', notNullColumn)
    .addColumn('status', 'text', (c) => c.notNull().defaultTo('new'))
    .addColumn('user_id', 'integer', (c) => c.references('users.id'))
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('is_demo', 'boolean', notNullFalseColumn)
    .execute()
  await db.schema.createIndex('enquiries_newest').on('enquiries').columns(['created_at desc', 'id desc']).execute()
  await db.schema
    .createTable('subscribers')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .execute()
}
