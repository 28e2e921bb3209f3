import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>) {
  // Of topics that are viewed as often, the newest first. The status stands behind the order, so that hidden ones are left out on the index alone.
  await db.schema.createIndex('topics_popular').on('topics').columns(['views desc', 'created_at desc', 'id desc', 'status']).execute()
}
