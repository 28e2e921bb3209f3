import type { Kysely } from 'kysely'

/** Adds the content of a mail's HTML part, as JSON, and the mailing list that it belongs to. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('mails').addColumn('content', 'text').execute()
  await db.schema.alterTable('mails').addColumn('list', 'text').execute()
}
