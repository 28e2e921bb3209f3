import type { Kysely } from 'kysely'
import { idColumn, notNullColumn, timestamp, notNullZeroColumn } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'
import { addSearchText } from '#db/search/search-index.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  for (const column of ['restricted_at', 'deleted_at', 'totp_since'] as const) {
    await db.schema.alterTable('users').addColumn(column, timestamp(engine)).execute()
  }
  await db.schema.alterTable('users').addColumn('totp_secret', 'text').execute()
  await addSearchText(db, engine, 'users', ['username', 'email', 'display_name'])
  const orders = { points: 'reputation_points desc', active: 'last_active desc', joined: 'member_since desc' } as const
  for (const [name, column] of Object.entries(orders)) {
    await db.schema.createIndex(`users_by_${name}`).on('users').columns([column, 'id']).execute()
  }

  // Only a hash of the token is stored, so that reading the table does not grant access to sessions.
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('browser', 'text', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('last_seen_at', timestamp(engine), notNullColumn)
    .addColumn('expires_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema.createIndex('sessions_of_user').on('sessions').column('user_id').execute()
  await db.schema
    .createTable('sign_in_failures')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'integer', notNullColumn)
    .addColumn('last_at', timestamp(engine), notNullColumn)
    .addColumn('blocked_until', timestamp(engine))
    .execute()
  await db.schema
    .createTable('one_time_tokens')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', notNullColumn)
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('email', 'text')
    .addColumn('expires_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', notNullColumn)
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute()

  await db.schema
    .createTable('mails')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('to_address', 'text', notNullColumn)
    .addColumn('subject', 'text', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('sent_at', timestamp(engine))
    .addColumn('attempts', 'integer', notNullZeroColumn)
    .addColumn('try_at', timestamp(engine))
    .addColumn('last_error', 'text')
    .addColumn('body', 'text', notNullColumn)
    .execute()
  await db.schema.createIndex('mails_due').on('mails').column('try_at').execute()
  await db.schema.alterTable('subscribers').addColumn('confirmed_at', timestamp(engine)).execute()
}
