import type { Kysely } from 'kysely'
import { idColumn, required, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** A site's files, for where no folder is within everybody's reach; and what became of the backups of an installation. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('files')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('folder', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('bytes', 'bigint', required)
    .addColumn('created_at', timestamp(engine), required)
    .addUniqueConstraint('files_by_place', ['folder', 'name'])
    .execute()
  await db.schema
    .createTable('file_chunks')
    .addColumn('file_id', 'integer', (c) => c.notNull().references('files.id').onDelete('cascade'))
    .addColumn('number', 'integer', required)
    .addColumn('content', engine === 'sqlite' ? 'blob' : 'bytea', required)
    .addPrimaryKeyConstraint('file_chunks_in_order', ['file_id', 'number'])
    .execute()
  await db.schema
    .createTable('backups')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('started_at', timestamp(engine), required)
    .addColumn('finished_at', timestamp(engine))
    .addColumn('file', 'text', required)
    .addColumn('bytes', 'bigint')
    .addColumn('error', 'text')
    .execute()
}
