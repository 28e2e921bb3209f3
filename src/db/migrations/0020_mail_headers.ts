import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>) {
  // The columns contain the headers Reply-To and List-Unsubscribe.
  for (const column of ['reply_to', 'unsubscribe_url']) await db.schema.alterTable('mails').addColumn(column, 'text').execute()
}
