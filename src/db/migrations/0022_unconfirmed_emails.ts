import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>) {
  // Addresses that nobody has proved to be theirs yet stand apart: `email` stays unique, and those that are there count as proved.
  await db.schema.alterTable('users').addColumn('unconfirmed_email', 'text').execute()
  await db.schema.createIndex('users_by_unconfirmed_email').on('users').column('unconfirmed_email').execute()
}
