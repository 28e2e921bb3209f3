import type { Kysely } from 'kysely'
import { notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  // Browsers in which an account has signed in. Only a hash of their cookie is stored.
  await db.schema
    .createTable('known_browsers')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', notNullColumn)
    .addColumn('last_used_at', timestamp(engine), notNullColumn)
    .addPrimaryKeyConstraint('known_browsers_key', ['user_id', 'token_hash'])
    .execute()
}
