import type { Kysely } from 'kysely'

/** What the HTML part of a mail is made of, as JSON, and the list that it belongs to. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('mails').addColumn('content', 'text').execute()
  await db.schema.alterTable('mails').addColumn('list', 'text').execute()
}
