import type { Kysely } from 'kysely'
import { idColumn, notNullColumn, notNullFalseColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds versions of edited posts, and records which items in the trash were deleted by their author. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema.alterTable('topics').addColumn('edited_at', timestamp(engine)).execute()
  await db.schema.alterTable('replies').addColumn('edited_at', timestamp(engine)).execute()
  await db.schema
    .alterTable('replies')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createTable('post_versions')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('subject_type', 'text', notNullColumn)
    .addColumn('subject_id', 'integer', notNullColumn)
    .addColumn('title', 'text')
    .addColumn('content', 'text', notNullColumn)
    .addColumn('edited_by', 'text', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema
    .createIndex('post_versions_of_subject')
    .on('post_versions')
    .columns(['subject_type', 'subject_id', 'created_at', 'id'])
    .execute()
  await db.schema.alterTable('trash').addColumn('is_by_author', 'boolean', notNullFalseColumn).execute()
  await db.schema.createIndex('trash_of_subject').on('trash').columns(['kind', 'subject_id', 'id']).execute()
  await db.schema.createIndex('trash_of_author').on('trash').columns(['deleted_by', 'is_by_author', 'deleted_at', 'id']).execute()
}
