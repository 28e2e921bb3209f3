import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>) {
  // Topics with equal views: newest first. The status follows the sort columns, so that hidden topics are skipped by the index only.
  await db.schema.createIndex('topics_popular').on('topics').columns(['views desc', 'created_at desc', 'id desc', 'status']).execute()
}
