import { sql, type Kysely, type SqlBool } from 'kysely'
import type { EngineName } from '#db/engine.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  // Partial indexes for small subsets of accounts: their lists and counts do not read all members.
  const few = {
    admins: sql<SqlBool>`is_admin = true`,
    restricted: sql<SqlBool>`restricted_at is not null`,
    deleted: sql<SqlBool>`deleted_at is not null`,
  }
  for (const [name, condition] of Object.entries(few)) {
    await db.schema.createIndex(`users_${name}`).on('users').column('id').where(condition).execute()
  }
  // Nulls last, as SQLite sorts by default.
  if (engine === 'sqlite') return
  await db.schema.dropIndex('users_by_active').execute()
  await db.schema
    .createIndex('users_by_active')
    .on('users')
    .expression(sql`last_active desc nulls last, id`)
    .execute()
}
