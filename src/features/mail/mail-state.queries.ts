/** Writes the state of a mail in the outbox: sent, failed, suppressed or reset. */
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** Resets an unsent mail to its initial state; a sent mail is unchanged. */
export async function resetMailAttempts({ db }: Db, id: number): Promise<void> {
  await db
    .updateTable('mails')
    .set({ attempts: 0, last_error: null, suppressed_at: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

export async function markMailSent(
  { db }: Db,
  id: number,
  sentAt: string,
  attempts: number,
  redacted: { body: string; content: string | null },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ sent_at: sentAt, attempts, last_error: null, ...redacted, unsubscribe_url: null, list: null })
    .where('id', '=', id)
    .execute()
}

export async function markMailFailed({ db }: Db, id: number, attempts: number, error: string): Promise<void> {
  await db.updateTable('mails').set({ attempts, last_error: error }).where('id', '=', id).execute()
}

/** Marks a mail as suppressed; it stays in the outbox with the reason. */
export async function markMailSuppressed({ db }: Db, id: number, suppressedAt: string, reason: string): Promise<void> {
  await db.updateTable('mails').set({ attempts: 0, last_error: reason, suppressed_at: suppressedAt }).where('id', '=', id).execute()
}
