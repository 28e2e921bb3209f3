import { sql, type Kysely } from 'kysely'
import { timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Separates addresses that their owner has proved from those that an administrator or a claim has set. Existing ones count as proved. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema.alterTable('users').addColumn('email_proved_at', timestamp(engine)).execute()
  await sql`UPDATE users SET email_proved_at = member_since WHERE email IS NOT NULL`.execute(db)
}
