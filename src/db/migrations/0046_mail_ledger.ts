import type { Kysely } from 'kysely'
import { notNullColumn, notNullZeroColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds counts of sent mail, which deleting sent mails does not reduce. */
export async function up(db: Kysely<never>, engine: EngineName) {
  // Mails of this site by hour (UTC) and kind.
  await db.schema
    .createTable('mail_counts')
    .addColumn('hour', 'text', notNullColumn)
    .addColumn('kind', 'text', notNullColumn)
    .addColumn('mails', 'integer', notNullColumn)
    .addPrimaryKeyConstraint('mail_counts_pk', ['hour', 'kind'])
    .execute()
  // Mails per recipient (keyed hash) and purpose within a window.
  await db.schema
    .createTable('mail_recipient_counts')
    .addColumn('purpose', 'text', notNullColumn)
    .addColumn('recipient_hash', 'text', notNullColumn)
    .addColumn('mails', 'integer', notNullColumn)
    .addColumn('window_ends_at', timestamp(engine), notNullColumn)
    .addPrimaryKeyConstraint('mail_recipient_counts_pk', ['purpose', 'recipient_hash'])
    .execute()
  await db.schema.createIndex('mail_recipient_counts_end').on('mail_recipient_counts').column('window_ends_at').execute()
  // Mails of all sites of the installation by day (UTC). Only the main site's table has rows.
  await db.schema
    .createTable('mail_budget_days')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('mails', 'integer', notNullZeroColumn)
    .addColumn('tenant_mails', 'integer', notNullZeroColumn)
    .execute()
}
