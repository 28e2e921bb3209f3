import type { Kysely } from 'kysely'
import { idColumn, notNullColumn, timestamp, notNullZeroColumn } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  // Append-only: a member's points are the sum of the rows.
  await db.schema
    .createTable('point_entries')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('points', 'integer', notNullColumn)
    .addColumn('reason', 'text', notNullColumn)
    .addColumn('subject_type', 'text')
    .addColumn('subject_id', 'integer')
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema.createIndex('point_entries_of_user').on('point_entries').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('point_entries_of_subject').on('point_entries').columns(['subject_type', 'subject_id']).execute()

  await db.schema
    .createTable('votes')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('subject_type', 'text', notNullColumn)
    .addColumn('subject_id', 'integer', notNullColumn)
    .addColumn('value', 'integer', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addPrimaryKeyConstraint('votes_key', ['user_id', 'subject_type', 'subject_id'])
    .execute()
  await db.schema.createIndex('votes_of_subject').on('votes').columns(['subject_type', 'subject_id']).execute()
  for (const table of ['topics', 'replies', 'reviews'] as const) {
    for (const column of ['upvotes', 'downvotes'] as const)
      await db.schema.alterTable(table).addColumn(column, 'integer', notNullZeroColumn).execute()
  }
  await db.schema
    .alterTable('badges')
    .addColumn('description', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
