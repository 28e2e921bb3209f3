import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { toOffsetLimit, type ListResult, type Paging } from '#platform/endpoint.ts'
import type { Mail } from './mail.contract.ts'

type Db = Pick<Context, 'db'>

export interface NewMail {
  to: string
  subject: string
  body: string
  at: string
  replyTo: string | null
  unsubscribeUrl: string | null
}

export async function insertMail({ db }: Db, { to, subject, body, at, replyTo, unsubscribeUrl }: NewMail): Promise<void> {
  await db
    .insertInto('mails')
    .values({ to_address: to, subject, body, created_at: at, try_at: at, reply_to: replyTo, unsubscribe_url: unsubscribeUrl })
    .execute()
}

const select = ({ db }: Db) =>
  db
    .selectFrom('mails')
    .select([
      'id',
      'to_address as to',
      'subject',
      'body',
      'created_at as createdAt',
      'sent_at as sentAt',
      'try_at as tryAt',
      'attempts',
      'last_error as lastError',
      'reply_to as replyTo',
      'unsubscribe_url as unsubscribeUrl',
    ])
export type DueMail = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

function toMail({ tryAt, unsubscribeUrl: _key, ...row }: DueMail): Mail {
  if (row.sentAt !== null) return { ...row, state: 'sent' }
  if (tryAt !== null) return { ...row, state: 'waiting' }
  return { ...row, state: row.attempts > 0 ? 'failed' : 'kept' }
}

export async function listMailRows(ctx: Db, paging: Paging): Promise<ListResult<Mail>> {
  const { offset, limit } = toOffsetLimit(paging)
  const [rows, { n }] = await Promise.all([
    select(ctx).orderBy('id', 'desc').offset(offset).limit(limit).execute(),
    ctx.db
      .selectFrom('mails')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ])
  return { items: rows.map(toMail), total: n }
}

export async function findMail(ctx: Db, id: number): Promise<Mail | undefined> {
  const row = await select(ctx).where('id', '=', id).executeTakeFirst()
  return row && toMail(row)
}

/** Puts an unsent mail back into the queue, with no attempts counted. */
export async function requeueMail({ db }: Db, id: number, at: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ attempts: 0, try_at: at, last_error: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

export const hasDueMail = async ({ db }: Db, now: string): Promise<boolean> =>
  (await db.selectFrom('mails').select('id').where('try_at', '<=', now).limit(1).executeTakeFirst()) !== undefined

/** What is still to be sent, and what was given up. */
export async function countUnsentMail({ db }: Db): Promise<{ waiting: number; failed: number }> {
  const unsent = db.selectFrom('mails').where('sent_at', 'is', null)
  const count = async (query: typeof unsent) => (await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
  return {
    waiting: await count(unsent.where('try_at', 'is not', null)),
    failed: await count(unsent.where('try_at', 'is', null).where('attempts', '>', 0)),
  }
}

/** Takes the mail that has been due longest, for whoever asks first: until `lease` nobody else gets it. */
export async function leaseDueMail({ db }: Db, now: string, lease: string): Promise<DueMail | undefined> {
  const due = await db
    .selectFrom('mails')
    .select(['id', 'try_at'])
    .where('try_at', '<=', now)
    .orderBy('try_at')
    .orderBy('id')
    .executeTakeFirst()
  if (!due) return undefined
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), try_at: lease }))
    .where('id', '=', due.id)
    .where('try_at', '=', due.try_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? select({ db }).where('id', '=', due.id).executeTakeFirst() : leaseDueMail({ db }, now, lease)
}

export async function markMailSent({ db }: Db, id: number, at: string, body: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ sent_at: at, try_at: null, last_error: null, body, unsubscribe_url: null })
    .where('id', '=', id)
    .execute()
}

export async function markMailFailed({ db }: Db, id: number, error: string, tryAt: string | null): Promise<void> {
  await db.updateTable('mails').set({ last_error: error, try_at: tryAt }).where('id', '=', id).execute()
}

/** There is no way out: what is due stays in the outbox. */
export async function markUndeliverable({ db }: Db): Promise<void> {
  const waiting = await db.selectFrom('mails').select('id').where('try_at', 'is not', null).executeTakeFirst()
  if (waiting) await db.updateTable('mails').set({ try_at: null, attempts: 0 }).where('try_at', 'is not', null).execute()
}

export async function deleteMailBefore({ db }: Db, at: string): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', at).where('try_at', 'is', null).execute()
}

export async function deleteMailStartingWith({ db }: Db, by: { subject: string } | { to: string }, start: string): Promise<void> {
  await db
    .deleteFrom('mails')
    .where((eb) => ('to' in by ? eb('to_address', '=', by.to) : eb('subject', '=', by.subject)))
    .where(sql<string>`substr(body, 1, ${[...start].length})`, '=', start)
    .execute()
}
