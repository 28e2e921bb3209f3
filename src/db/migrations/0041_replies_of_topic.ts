import type { Kysely } from 'kysely'

/** With the status before the time: what asks for the replies of a topic that can be seen then needs no other index, which SQLite took for it. */
export async function up(db: Kysely<never>) {
  await db.schema.dropIndex('replies_of_topic').execute()
  await db.schema.createIndex('replies_of_topic').on('replies').columns(['topic_id', 'status', 'created_at', 'id']).execute()
}
