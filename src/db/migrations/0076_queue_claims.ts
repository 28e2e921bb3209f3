import type { Kysely } from 'kysely'
import { notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds the moderators' claims of items in the moderation queue that are not reports. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('queue_claims')
    .addColumn('item', 'text', notNullColumn)
    .addColumn('subject_id', 'integer', notNullColumn)
    .addColumn('claimed_by', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('claimed_at', timestamp(engine), notNullColumn)
    .addPrimaryKeyConstraint('queue_claims_key', ['item', 'subject_id'])
    .execute()
  await db.schema.createIndex('queue_claims_by_age').on('queue_claims').column('claimed_at').execute()
  await db.schema.createIndex('queue_claims_of_user').on('queue_claims').column('claimed_by').execute()
}
