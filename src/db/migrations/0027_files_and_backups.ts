import type { Kysely } from 'kysely'
import { idColumn, notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Stores a site's files as rows, for installations without a shared folder; and the history of backups. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('files')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('folder', 'text', notNullColumn)
    .addColumn('name', 'text', notNullColumn)
    .addColumn('bytes', 'bigint', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addUniqueConstraint('files_by_place', ['folder', 'name'])
    .execute()
  await db.schema
    .createTable('file_chunks')
    .addColumn('file_id', 'integer', (c) => c.notNull().references('files.id').onDelete('cascade'))
    .addColumn('number', 'integer', notNullColumn)
    .addColumn('content', engine === 'sqlite' ? 'blob' : 'bytea', notNullColumn)
    .addPrimaryKeyConstraint('file_chunks_in_order', ['file_id', 'number'])
    .execute()
  await db.schema
    .createTable('backups')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('started_at', timestamp(engine), notNullColumn)
    .addColumn('finished_at', timestamp(engine))
    .addColumn('file', 'text', notNullColumn)
    .addColumn('bytes', 'bigint')
    .addColumn('error', 'text')
    .execute()
}
