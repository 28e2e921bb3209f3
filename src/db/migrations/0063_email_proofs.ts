import type { Kysely } from 'kysely'
import { timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

interface Tables {
  users: { email: string | null; email_proved_at: string | null; member_since: string }
}

/** Separates email addresses confirmed by their owner from those set by an administrator or a claim. Existing ones count as confirmed. */
export async function up(db: Kysely<Tables>, engine: EngineName) {
  await db.schema.alterTable('users').addColumn('email_proved_at', timestamp(engine)).execute()
  await db
    .updateTable('users')
    .set((eb) => ({ email_proved_at: eb.ref('member_since') }))
    .where('email', 'is not', null)
    .execute()
}
