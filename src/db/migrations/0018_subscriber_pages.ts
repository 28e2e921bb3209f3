import type { Kysely } from 'kysely'

/** Adds the page of each subscription, and an index for the administrators' list of subscribers. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('subscribers').addColumn('page', 'text').execute()
  await db.schema.createIndex('subscribers_newest').on('subscribers').columns(['created_at desc', 'id desc']).execute()
}
