import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>) {
  // Unconfirmed addresses are in a separate column, so that `email` stays unique. Existing ones count as confirmed.
  await db.schema.alterTable('users').addColumn('unconfirmed_email', 'text').execute()
  await db.schema.createIndex('users_by_unconfirmed_email').on('users').column('unconfirmed_email').execute()
}
