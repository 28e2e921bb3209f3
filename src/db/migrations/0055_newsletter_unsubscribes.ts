import type { Kysely } from 'kysely'
import { timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds keyed hashes of addresses that have unsubscribed, so that an import does not bring them back. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('newsletter_unsubscribes')
    .addColumn('address_hash', 'text', (c) => c.primaryKey())
    .addColumn('left_at', timestamp(engine), (c) => c.notNull())
    .execute()
}
