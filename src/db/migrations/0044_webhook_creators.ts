import type { Kysely } from 'kysely'

interface Db {
  webhooks: { id: number; created_by: number | null }
  audit_entries: { action: string; subject_id: number | null; user_id: number | null }
}

/** Adds the administrator who created a webhook, which ends when the account gets another owner. Backfilled from the audit log. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('webhooks').addColumn('created_by', 'integer').execute()
  const entries = await (db as unknown as Kysely<Db>)
    .selectFrom('audit_entries')
    .select(['subject_id', 'user_id'])
    .where('action', '=', 'webhook.create')
    .where('subject_id', 'is not', null)
    .execute()
  for (const { subject_id, user_id } of entries) {
    await (db as unknown as Kysely<Db>).updateTable('webhooks').set({ created_by: user_id }).where('id', '=', subject_id).execute()
  }
}
