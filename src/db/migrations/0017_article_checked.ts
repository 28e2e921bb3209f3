import type { Kysely } from 'kysely'

/** The day (`2026-11-02`) on which somebody last went through an article's figures and sources. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('articles').addColumn('checked_on', 'text').execute()
}
