import type { Kysely } from 'kysely'
import { idColumn, notNullFalseColumn, notNullColumn, timestamp, notNullZeroColumn } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'
import { createSearchIndex } from '#db/search/search-index.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('topics')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('title', 'text', notNullColumn)
    .addColumn('category_id', 'integer', (c) => c.references('categories.id').onDelete('set null'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('active_at', timestamp(engine), notNullColumn)
    .addColumn('views', 'integer', notNullZeroColumn)
    .addColumn('reply_count', 'integer', notNullZeroColumn)
    .addColumn('status', 'text', (c) => c.notNull().defaultTo('visible'))
    .addColumn('is_demo', 'boolean', notNullFalseColumn)
    .addColumn('content', 'text', notNullColumn)
    .addColumn('search_text', 'text', notNullColumn)
    .execute()
  const orders = { newest: 'created_at desc', active: 'active_at desc', views: 'views desc' } as const
  for (const [name, column] of Object.entries(orders)) {
    await db.schema.createIndex(`topics_${name}`).on('topics').columns(['status', column, 'id desc']).execute()
    await db.schema.createIndex(`topics_of_category_${name}`).on('topics').columns(['status', 'category_id', column, 'id desc']).execute()
  }
  await db.schema.createIndex('topics_of_user').on('topics').column('user_id').execute()
  await createSearchIndex(db, engine, 'topics')

  await db.schema
    .createTable('replies')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('topic_id', 'integer', (c) => c.notNull().references('topics.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('content', 'text', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('status', 'text', (c) => c.notNull().defaultTo('visible'))
    .addColumn('is_demo', 'boolean', notNullFalseColumn)
    .execute()
  await db.schema.createIndex('replies_of_topic').on('replies').columns(['topic_id', 'created_at', 'id']).execute()
  await db.schema.createIndex('replies_of_user').on('replies').column('user_id').execute()
}
