import type { Kysely } from 'kysely'
import { notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds the usernames of renamed and closed accounts, as keyed hashes, since accounts may be closed to erase their data. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('given_up_usernames')
    .addColumn('name_hash', 'text', (c) => c.primaryKey().notNull())
    // The renamed account, which may take its name back; null for a closed account.
    .addColumn('user_id', 'integer')
    .addColumn('given_up_at', timestamp(engine), notNullColumn)
    .execute()
}
