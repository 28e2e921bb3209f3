import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>) {
  // With the status in it, counting a member's visible posts does not read everybody's.
  for (const table of ['topics', 'replies'] as const) {
    await db.schema.dropIndex(`${table}_of_user`).execute()
    await db.schema.createIndex(`${table}_of_user`).on(table).columns(['user_id', 'status']).execute()
  }
}
