import type { Kysely } from 'kysely'
import { notNullColumn, notNullZeroColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds the screening of posts, the reputation of linked domains, muted members, and reported posts that are hidden until a decision. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema.alterTable('topics').addColumn('screening', 'text').execute()
  await db.schema.alterTable('replies').addColumn('screening', 'text').execute()
  await db.schema.alterTable('report_cases').addColumn('hidden_at', timestamp(engine)).execute()
  await db.schema
    .createTable('link_domains')
    .addColumn('domain', 'text', (c) => c.primaryKey().notNull())
    .addColumn('approved', 'integer', notNullZeroColumn)
    .addColumn('rejected', 'integer', notNullZeroColumn)
    .addColumn('decided_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema
    .createTable('mutes')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('muted_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addPrimaryKeyConstraint('mutes_pk', ['user_id', 'muted_id'])
    .execute()
  await db.schema.createIndex('mutes_of_muted').on('mutes').column('muted_id').execute()
}
