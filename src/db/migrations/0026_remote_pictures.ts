import { sql, type Kysely } from 'kysely'
import type { EngineName } from '#db/engine.ts'
import { idColumn, notNullColumn, timestamp, notNullZeroColumn } from '#db/columns.ts'

/** Adds pictures fetched from other hosts, and partial indexes of the rows that still reference one. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('remote_pictures')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('url', 'text', (c) => c.notNull().unique())
    .addColumn('upload_name', 'text')
    .addColumn('attempts', 'integer', notNullZeroColumn)
    .addColumn('error', 'text')
    .addColumn('next_attempt_at', timestamp(engine))
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .execute()
  for (const [table, column] of [
    ['products', 'image'],
    ['articles', 'featured_image'],
    ['users', 'avatar_url'],
  ] as const)
    await db.schema
      .createIndex(`${table}_with_remote_picture`)
      .on(table)
      .column('id')
      .where(sql<boolean>`${sql.ref(column)} like 'http%'`)
      .execute()
}
