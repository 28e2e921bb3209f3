import { sql, type Kysely } from 'kysely'

/** Adds indexes for counting the few closed accounts and failed mails. */
export async function up(db: Kysely<never>) {
  await db.schema.createIndex('users_closed').on('users').column('member_since').where(sql.ref('deleted_at'), 'is not', null).execute()
  // Pending mails are found by time; without this index SQLite would search for failed mails among all sent ones.
  await db.schema.dropIndex('mails_due').execute()
  await db.schema.createIndex('mails_due').on('mails').column('try_at').where(sql.ref('try_at'), 'is not', null).execute()
  await db.schema
    .createIndex('mails_failed')
    .on('mails')
    .column('created_at')
    .where(sql.ref('sent_at'), 'is', null)
    .where(sql.ref('try_at'), 'is', null)
    .where(sql.ref('attempts'), '>', 0)
    .execute()
}
