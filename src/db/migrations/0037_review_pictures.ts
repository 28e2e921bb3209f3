import type { Kysely } from 'kysely'
import { idColumn, notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds pictures in reviews, and evidence of ownership, which is deleted with the decision about it. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('review_pictures')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('review_id', 'integer', (c) => c.notNull().references('reviews.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', notNullColumn)
    .addColumn('alt', 'text', notNullColumn)
    .addColumn('bytes', 'integer', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema.createIndex('review_pictures_once').unique().on('review_pictures').columns(['review_id', 'name']).execute()
  await db.schema.createIndex('review_pictures_by_name').on('review_pictures').column('name').execute()
  await db.schema.createIndex('review_pictures_of_user').on('review_pictures').column('user_id').execute()

  await db.schema
    .createTable('review_evidence')
    .addColumn('id', 'integer', idColumn(engine))
    // One at a time.
    .addColumn('review_id', 'integer', (c) => c.notNull().unique().references('reviews.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('file', 'text', notNullColumn)
    .addColumn('note', 'text')
    .addColumn('sent_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema.createIndex('review_evidence_of_user').on('review_evidence').column('user_id').execute()
  await db.schema.createIndex('review_evidence_by_age').on('review_evidence').column('sent_at').execute()
}
