import { sql, type Kysely } from 'kysely'
import { idColumn, notNullFalseColumn, notNullColumn, timestamp, notNullZeroColumn } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds notifications: to customers about their enquiries, and to members. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await addEnquiryMessages(db, engine)
  await addNotices(db, engine)
  await addTopicWatches(db, engine)
}

/** The assigned administrator of an enquiry, and its messages. */
async function addEnquiryMessages(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .alterTable('enquiries')
    .addColumn('handled_by', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await db.schema
    .createTable('enquiry_messages')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('enquiry_id', 'integer', (c) => c.notNull().references('enquiries.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('is_from_customer', 'boolean', notNullColumn)
    .addColumn('content', 'text', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema.createIndex('enquiry_messages_of_enquiry').on('enquiry_messages').columns(['enquiry_id', 'id']).execute()
  await db.schema.createIndex('enquiries_of_email').on('enquiries').columns(['email', 'created_at']).execute()
}

async function addNotices(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('notices')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', notNullColumn)
    .addColumn('about', 'text', notNullColumn)
    .addColumn('title', 'text', notNullColumn)
    .addColumn('path', 'text', notNullColumn)
    .addColumn('origin', 'text', notNullColumn)
    .addColumn('actor_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('first_item', 'integer', notNullZeroColumn)
    .addColumn('last_item', 'integer', notNullZeroColumn)
    .addColumn('items', 'integer', notNullColumn)
    .addColumn('mailed_items', 'integer', notNullZeroColumn)
    .addColumn('at', timestamp(engine), notNullColumn)
    .addColumn('read_at', timestamp(engine))
    .execute()
  // While a notification about the same subject is unread, a further one is merged into it.
  await db.schema
    .createIndex('notices_once')
    .unique()
    .on('notices')
    .columns(['user_id', 'kind', 'about'])
    .where(sql.ref('read_at'), 'is', null)
    .execute()
  await db.schema.createIndex('notices_of_user').on('notices').columns(['user_id', 'at', 'id']).execute()
  await db.schema.createIndex('notices_about').on('notices').columns(['about', 'kind']).execute()
  await db.schema.createIndex('notices_by_age').on('notices').column('at').execute()
  await db.schema
    .createTable('notice_preferences')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', notNullColumn)
    .addColumn('timing', 'text', notNullColumn)
    .addPrimaryKeyConstraint('notice_preferences_pkey', ['user_id', 'kind'])
    .execute()
  await db.schema
    .createTable('notice_senders')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('leave_key', 'text', (c) => c.notNull().unique())
    .addColumn('day', 'text', notNullColumn)
    .addColumn('mails', 'integer', notNullZeroColumn)
    .execute()
}

async function addTopicWatches(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('topic_watches')
    .addColumn('topic_id', 'integer', (c) => c.notNull().references('topics.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('is_off', 'boolean', notNullFalseColumn)
    .addColumn('told_reply_id', 'integer', notNullZeroColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addPrimaryKeyConstraint('topic_watches_pkey', ['topic_id', 'user_id'])
    .execute()
  await db.schema.createIndex('topic_watches_of_user').on('topic_watches').column('user_id').execute()
}
