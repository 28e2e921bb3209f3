import { sql, type Kysely } from 'kysely'
import { idColumn, notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds the pictures that members upload for their posts. They belong to no post until the post is sent. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('post_pictures')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('topic_id', 'integer', (c) => c.references('topics.id').onDelete('cascade'))
    .addColumn('reply_id', 'integer', (c) => c.references('replies.id').onDelete('cascade'))
    .addColumn('name', 'text', notNullColumn)
    .addColumn('alt', 'text', notNullColumn)
    .addColumn('bytes', 'integer', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema.createIndex('post_pictures_by_name').on('post_pictures').columns(['name', 'id']).execute()
  await db.schema.createIndex('post_pictures_of_topic').on('post_pictures').columns(['topic_id', 'id']).execute()
  await db.schema.createIndex('post_pictures_of_reply').on('post_pictures').columns(['reply_id', 'id']).execute()
  // A member has each picture at most once outside a post.
  await db.schema
    .createIndex('post_pictures_unsent')
    .unique()
    .on('post_pictures')
    .columns(['user_id', 'name'])
    .where(sql.ref('topic_id'), 'is', null)
    .where(sql.ref('reply_id'), 'is', null)
    .execute()
  await db.schema.createIndex('post_pictures_of_user').on('post_pictures').columns(['user_id', 'id']).execute()
  await db.schema
    .createIndex('post_pictures_unsent_by_age')
    .on('post_pictures')
    .column('created_at')
    .where(sql.ref('topic_id'), 'is', null)
    .where(sql.ref('reply_id'), 'is', null)
    .execute()
}
