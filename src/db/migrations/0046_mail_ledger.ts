import type { Kysely } from 'kysely'
import { notNullColumn, notNullZeroColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Counts of sent mail that no deletion of what was sent reduces. */
export async function up(db: Kysely<never>, engine: EngineName) {
  // Mails that this site has sent, by hour (UTC) and kind.
  await db.schema
    .createTable('mail_counts')
    .addColumn('hour', 'text', notNullColumn)
    .addColumn('kind', 'text', notNullColumn)
    .addColumn('mails', 'integer', notNullColumn)
    .addPrimaryKeyConstraint('mail_counts_pk', ['hour', 'kind'])
    .execute()
  // Mails to one recipient for one purpose, within the window that ends then. The recipient is a keyed hash.
  await db.schema
    .createTable('mail_recipient_counts')
    .addColumn('purpose', 'text', notNullColumn)
    .addColumn('recipient_hash', 'text', notNullColumn)
    .addColumn('mails', 'integer', notNullColumn)
    .addColumn('window_ends_at', timestamp(engine), notNullColumn)
    .addPrimaryKeyConstraint('mail_recipient_counts_pk', ['purpose', 'recipient_hash'])
    .execute()
  await db.schema.createIndex('mail_recipient_counts_end').on('mail_recipient_counts').column('window_ends_at').execute()
  // Only the main site's table has rows: mails of all sites of the installation, by day (UTC).
  await db.schema
    .createTable('mail_budget_days')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('mails', 'integer', notNullZeroColumn)
    .addColumn('tenant_mails', 'integer', notNullZeroColumn)
    .execute()
}
