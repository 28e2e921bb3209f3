import type { Kysely } from 'kysely'
import { idColumn, notNullFalseColumn, notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  // Since when signing in requires a passkey in addition to the password.
  await db.schema.alterTable('users').addColumn('passkey_since', timestamp(engine)).execute()
  // Public keys only, which do not grant access. A passkey is valid for the host that it was created on.
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('host', 'text', notNullColumn)
    .addColumn('public_key', 'text', notNullColumn)
    .addColumn('counter', 'bigint', notNullColumn)
    .addColumn('transports', 'text', notNullColumn)
    .addColumn('name', 'text', notNullColumn)
    .addColumn('is_backed_up', 'boolean', notNullFalseColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('last_used_at', timestamp(engine))
    .execute()
  await db.schema.createIndex('passkeys_of_user').on('passkeys').column('user_id').execute()
}
