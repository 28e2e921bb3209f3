import type { Kysely } from 'kysely'
import { idColumn, notNullColumn, notNullZeroColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

interface Permissions {
  launches: { id: number }
  bulk_mail_permissions: { launch_id: number; state: string; changed_at: string }
}

/** Adds permissions for bulk mail. Only the main site's tables have rows. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('bulk_mail_permissions')
    .addColumn('launch_id', 'integer', (c) => c.primaryKey().references('launches.id').onDelete('cascade'))
    .addColumn('state', 'text', notNullColumn)
    .addColumn('requested_at', timestamp(engine))
    .addColumn('requested_by', 'text')
    .addColumn('changed_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema
    .createTable('launch_invitations')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('note', 'text', notNullColumn)
    .addColumn('max_uses', 'integer', notNullColumn)
    .addColumn('uses', 'integer', notNullZeroColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('expires_at', timestamp(engine), notNullColumn)
    .addColumn('revoked_at', timestamp(engine))
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  // Existing sites that have sent newsletters keep the permission; that is read from their databases when they are opened.
  const typed = db as unknown as Kysely<Permissions>
  const existing = await typed.selectFrom('launches').select('id').execute()
  const now = new Date().toISOString()
  for (const { id } of existing)
    await typed.insertInto('bulk_mail_permissions').values({ launch_id: id, state: 'unsettled', changed_at: now }).execute()
}
