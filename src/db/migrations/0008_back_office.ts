import { sql, type Kysely } from 'kysely'
import { idColumn, notNullFalseColumn, notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'
import { addSearchText } from '#db/search/search-index.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  const newest = engine === 'sqlite' ? sql`published_at desc` : sql`published_at desc nulls last`

  // Drafts and scheduled articles are in the same table; public articles are selected by an indexed column.
  await db.schema
    .alterTable('articles')
    .addColumn('status', 'text', (c) => c.notNull().defaultTo('published'))
    .execute()
  for (const name of ['articles_newest', 'articles_of_category', 'articles_featured']) await db.schema.dropIndex(name).execute()
  const articleOrders = {
    articles_newest: sql`status, ${newest}, id desc`,
    articles_of_category: sql`status, category_id, ${newest}, id desc`,
    articles_all_newest: sql`${newest}, id desc`,
    articles_all_of_category: sql`category_id, ${newest}, id desc`,
    articles_by_title: sql`title, id`,
    articles_by_rating: sql`rating desc, id desc`,
  }
  for (const [name, columns] of Object.entries(articleOrders)) {
    await db.schema.createIndex(name).on('articles').expression(columns).execute()
  }
  await db.schema
    .createIndex('articles_featured')
    .on('articles')
    .expression(sql`status, ${newest}, id desc`)
    .where(sql.ref('rating'), '>=', 4)
    .execute()
  await db.schema
    .createTable('old_slugs')
    .addColumn('kind', 'text', notNullColumn)
    .addColumn('slug', 'text', notNullColumn)
    .addColumn('subject_id', 'integer', notNullColumn)
    .addPrimaryKeyConstraint('old_slugs_key', ['kind', 'slug'])
    .execute()
  await db.schema.createIndex('products_newest').on('products').columns(['created_at desc', 'id desc']).execute()

  // Trash: complete deleted rows, for thirty days. The other tables contain no deleted rows.
  await db.schema
    .createTable('trash')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('kind', 'text', notNullColumn)
    .addColumn('subject_id', 'integer', notNullColumn)
    .addColumn('title', 'text', notNullColumn)
    .addColumn('deleted_at', timestamp(engine), notNullColumn)
    .addColumn('deleted_by', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('rows', 'text', notNullColumn)
    .execute()
  await db.schema.createIndex('trash_oldest').on('trash').column('deleted_at').execute()

  for (const column of ['is_pinned', 'is_locked'] as const)
    await db.schema.alterTable('topics').addColumn(column, 'boolean', notNullFalseColumn).execute()
  const topicOrders = { newest: 'created_at desc', active: 'active_at desc', views: 'views desc' } as const
  for (const [name, column] of Object.entries(topicOrders)) {
    await db.schema.dropIndex(`topics_${name}`).execute()
    await db.schema.createIndex(`topics_${name}`).on('topics').columns(['status', 'is_pinned desc', column, 'id desc']).execute()
    await db.schema.dropIndex(`topics_of_category_${name}`).execute()
    await db.schema
      .createIndex(`topics_of_category_${name}`)
      .on('topics')
      .columns(['status', 'category_id', 'is_pinned desc', column, 'id desc'])
      .execute()
  }
  // Status and category follow the sort columns, so that topics are filtered by the index only.
  const allTopics = { ...topicOrders, replies: 'reply_count desc' } as const
  for (const [name, column] of Object.entries(allTopics)) {
    await db.schema.createIndex(`topics_all_${name}`).on('topics').columns([column, 'id desc', 'status', 'category_id']).execute()
  }
  await db.schema.createIndex('replies_newest').on('replies').columns(['status', 'created_at desc', 'id desc']).execute()

  await addSearchText(db, engine, 'enquiries', ['name', 'email', 'product_name', 'status'])
  const enquiryOrders = {
    of_status: ['status', 'created_at desc', 'id desc'],
    by_name: ['name', 'id'],
    by_product: ['product_name', 'id'],
    of_status_by_name: ['status', 'name', 'id'],
    of_status_by_product: ['status', 'product_name', 'id'],
  } as const
  for (const [name, columns] of Object.entries(enquiryOrders)) {
    await db.schema
      .createIndex(`enquiries_${name}`)
      .on('enquiries')
      .columns([...columns])
      .execute()
  }

  await db.schema
    .createTable('audit_entries')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('at', timestamp(engine), notNullColumn)
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('action', 'text', notNullColumn)
    .addColumn('subject_type', 'text', notNullColumn)
    .addColumn('subject_id', 'integer')
    .addColumn('subject_title', 'text', notNullColumn)
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute()
  await db.schema.createIndex('audit_of_type').on('audit_entries').columns(['subject_type', 'id desc']).execute()
  await db.schema.createIndex('audit_of_user').on('audit_entries').columns(['user_id', 'id desc']).execute()
  await db.schema.createIndex('audit_of_subject').on('audit_entries').columns(['subject_type', 'subject_id', 'id desc']).execute()

  await db.schema
    .createTable('uploads')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('width', 'integer', notNullColumn)
    .addColumn('height', 'integer', notNullColumn)
    .addColumn('alt', 'text', notNullColumn)
    .addColumn('bytes', 'integer', notNullColumn)
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .execute()
}
