import type { Kysely } from 'kysely'

/** The day (`2026-11-02`) on which an article's figures and sources were last verified. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('articles').addColumn('checked_on', 'text').execute()
}
