import type { Kysely } from 'kysely'
import { notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

interface Rows {
  newsletter_issues: { html: string | null; link_mark: string | null }
}

/** The former constant mark of placeholders, for issues that are being sent. */
const FORMER_MARK = 'newsletter'

/**
 * Placeholders of an issue get a random mark. Members may request a retry of a suppressed address once a day. Provider reports are accepted
 * only for addresses that were sent mail in the last days.
 */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema.alterTable('newsletter_issues').addColumn('link_mark', 'text').execute()
  const rows = db as unknown as Kysely<Rows>
  await rows.updateTable('newsletter_issues').set({ link_mark: FORMER_MARK }).where('html', 'is not', null).execute()
  await db.schema.alterTable('suppressions').addColumn('retried_at', timestamp(engine)).execute()
  await db.schema
    .createTable('mailed_addresses')
    .addColumn('address_hash', 'text', (column) => column.primaryKey())
    .addColumn('day', 'text', notNullColumn)
    .execute()
  await db.schema.createIndex('mailed_addresses_by_day').on('mailed_addresses').column('day').execute()
}
