import type { Kysely } from 'kysely'

/** Adds the case study of an article as JSON: facts about a home and twelve months of meter readings. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('articles').addColumn('case_study', 'text').execute()
}
