import type { Kysely } from 'kysely'
import { notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  // Quotas of tenant sites that differ from the defaults, and the quota exceeded last. Only the main site's table has rows.
  await db.schema
    .createTable('site_quotas')
    .addColumn('launch_id', 'integer', (c) => c.primaryKey().references('launches.id').onDelete('cascade'))
    .addColumn('limits', 'text', notNullColumn)
    .addColumn('full_kind', 'text')
    .addColumn('full_at', timestamp(engine))
    .execute()
  // Costly calls per hour: counted in the database, as several processes may serve one site.
  await db.schema
    .createTable('quota_counts')
    .addColumn('hour', 'text', (c) => c.primaryKey())
    .addColumn('calls', 'integer', notNullColumn)
    .execute()
  await db.schema.createIndex('mails_sent').on('mails').column('sent_at').execute()
}
