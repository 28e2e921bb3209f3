import type { Kysely } from 'kysely'

/** The page on which somebody subscribed, and the order in which administrators see the addresses. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('subscribers').addColumn('page', 'text').execute()
  await db.schema.createIndex('subscribers_newest').on('subscribers').columns(['created_at desc', 'id desc']).execute()
}
