import type { Kysely } from 'kysely'
import { notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds the requests with an `Idempotency-Key`, and their responses. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('key_hash', 'text', (c) => c.primaryKey())
    .addColumn('request_hash', 'text', notNullColumn)
    .addColumn('response', 'text')
    .addColumn('claimed_at', timestamp(engine), notNullColumn)
    .addColumn('expires_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema.createIndex('idempotency_keys_expiry').on('idempotency_keys').column('expires_at').execute()
}
