import type { Kysely } from 'kysely'
import { notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  // Browsers that an account has been signed in with. Only a hash of what their cookie holds is kept.
  await db.schema
    .createTable('known_browsers')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', notNullColumn)
    .addColumn('last_used_at', timestamp(engine), notNullColumn)
    .addPrimaryKeyConstraint('known_browsers_key', ['user_id', 'token_hash'])
    .execute()
}
