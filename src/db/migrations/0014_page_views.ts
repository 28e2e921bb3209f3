import type { Kysely } from 'kysely'
import { notNullColumn } from '#db/columns.ts'

/** Counts page views per page and visitors per day (UTC), without personal data. */
export async function up(db: Kysely<never>) {
  await db.schema
    .createTable('page_views')
    .addColumn('day', 'text', notNullColumn)
    .addColumn('path', 'text', notNullColumn)
    .addColumn('views', 'integer', notNullColumn)
    .addPrimaryKeyConstraint('page_views_pk', ['day', 'path'])
    .execute()
  await db.schema
    .createTable('page_visitors')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('visitors', 'integer', notNullColumn)
    .execute()
}
