import type { Kysely } from 'kysely'
import { idColumn, notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds updates of reviews by owners, the progress of asking for them, and the members who get the weekly digest. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await addReviewUpdates(db, engine)
  await addOwnerQuestions(db, engine)
  await addWeeklyDigests(db, engine)
}

async function addReviewUpdates(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('review_updates')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('review_id', 'integer', (c) => c.notNull().references('reviews.id').onDelete('cascade'))
    .addColumn('months', 'integer', notNullColumn)
    .addColumn('is_still_used', 'boolean', notNullColumn)
    .addColumn('rating', 'integer', notNullColumn)
    .addColumn('content', 'text', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addUniqueConstraint('review_updates_once', ['review_id', 'months'])
    .execute()
}

async function addOwnerQuestions(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('owner_questions')
    .addColumn('months', 'integer', (c) => c.primaryKey())
    .addColumn('asked_until', timestamp(engine), notNullColumn)
    .execute()
}

async function addWeeklyDigests(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('weekly_digests')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('due_at', timestamp(engine), notNullColumn)
    .addColumn('origin', 'text', notNullColumn)
    .execute()
  await db.schema.createIndex('weekly_digests_due').on('weekly_digests').columns(['due_at', 'user_id']).execute()
}
