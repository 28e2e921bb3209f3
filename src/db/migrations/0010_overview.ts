import { sql, type Kysely } from 'kysely'

/** The few closed accounts and failed mails are counted without reading the many others. */
export async function up(db: Kysely<never>) {
  await db.schema.createIndex('users_closed').on('users').column('member_since').where(sql.ref('deleted_at'), 'is not', null).execute()
  // What is to be sent is found by when; without this SQLite would look for the failed ones among all that are done with.
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
