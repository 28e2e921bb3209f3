import { sql, type Kysely, type SqlBool } from 'kysely'
import type { EngineName } from '#db/engine.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  // Few accounts are these: their lists and counts do not read all members.
  const few = {
    admins: sql<SqlBool>`is_admin = true`,
    restricted: sql<SqlBool>`restricted_at is not null`,
    deleted: sql<SqlBool>`deleted_at is not null`,
  }
  for (const [name, condition] of Object.entries(few)) {
    await db.schema.createIndex(`users_${name}`).on('users').column('id').where(condition).execute()
  }
  // Who has never been active comes last, as SQLite has it.
  if (engine === 'sqlite') return
  await db.schema.dropIndex('users_by_active').execute()
  await db.schema
    .createIndex('users_by_active')
    .on('users')
    .expression(sql`last_active desc nulls last, id`)
    .execute()
}
