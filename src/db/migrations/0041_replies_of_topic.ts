import type { Kysely } from 'kysely'

/**
 * Adds an index with the status before the time, so that SQLite uses this index for the visible replies of a topic instead of another one.
 */
export async function up(db: Kysely<never>) {
  await db.schema.dropIndex('replies_of_topic').execute()
  await db.schema.createIndex('replies_of_topic').on('replies').columns(['topic_id', 'status', 'created_at', 'id']).execute()
}
