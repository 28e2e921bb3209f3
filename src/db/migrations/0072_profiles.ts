import type { Kysely } from 'kysely'
import { notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds the lists of a member's posts, bookmarks, and watches of categories, products and members. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await indexPostsOfMember(db)
  await addBookmarks(db, engine)
  await addWatches(db, engine)
}

/** Includes the order of the lists, and the topic of a reply, so that earlier pages are skipped in the index. */
async function indexPostsOfMember(db: Kysely<never>) {
  const columns = {
    topics: ['user_id', 'status', 'created_at', 'id'],
    replies: ['user_id', 'status', 'created_at', 'id', 'topic_id'],
    reviews: ['user_id', 'created_at', 'id'],
  } as const
  await db.schema.createIndex('enquiries_of_user').on('enquiries').columns(['user_id', 'created_at', 'id']).execute()
  for (const table of ['topics', 'replies', 'reviews'] as const) {
    await db.schema.dropIndex(`${table}_of_user`).execute()
    await db.schema
      .createIndex(`${table}_of_user`)
      .on(table)
      .columns([...columns[table]])
      .execute()
  }
}

/** The subject may be deleted; its bookmarks stay, with their notes. */
async function addBookmarks(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('bookmarks')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', notNullColumn)
    .addColumn('subject_id', 'integer', notNullColumn)
    .addColumn('note', 'text', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addPrimaryKeyConstraint('bookmarks_pkey', ['user_id', 'kind', 'subject_id'])
    .execute()
}

async function addWatches(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('watches')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', notNullColumn)
    .addColumn('subject_id', 'integer', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addPrimaryKeyConstraint('watches_pkey', ['user_id', 'kind', 'subject_id'])
    .execute()
  await db.schema.createIndex('watches_of_subject').on('watches').columns(['kind', 'subject_id', 'user_id']).execute()
}
