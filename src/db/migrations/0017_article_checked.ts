import type { Kysely } from 'kysely'

/** Adds the day (`2026-11-02`) on which an article's numbers and sources were last verified. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('articles').addColumn('checked_on', 'text').execute()
}
