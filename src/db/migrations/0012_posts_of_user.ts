import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>) {
  // Includes the status, so that a member's visible posts are counted by the index only.
  for (const table of ['topics', 'replies'] as const) {
    await db.schema.dropIndex(`${table}_of_user`).execute()
    await db.schema.createIndex(`${table}_of_user`).on(table).columns(['user_id', 'status']).execute()
  }
}
