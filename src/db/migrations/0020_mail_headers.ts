import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>) {
  // Whom an answer to a mail reaches, and where one leaves the list that it belongs to.
  for (const column of ['reply_to', 'unsubscribe_url']) await db.schema.alterTable('mails').addColumn(column, 'text').execute()
}
