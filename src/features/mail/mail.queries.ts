import { sql } from 'kysely'
import { hasOpenJob } from '#features/job-queue/job-queue.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { MailPurpose } from '#features/suppressions/suppression.policy.ts'
import type { Mail } from './mail.contract.ts'
import { sendMailJob } from './mail-job.service.ts'

type Db = Pick<Context, 'db'>

export interface NewMail {
  to: string
  subject: string
  body: string
  createdAt: string
  replyTo: string | null
  unsubscribeUrl: string | null
  /** JSON of the `MailContent` from which the HTML part is rendered; null: the mail has only a text part. */
  content: string | null
  /** JSON of the `MailList`; null: the mail does not belong to a mailing list. */
  list: string | null
  purpose: MailPurpose
}

/** @returns the id of the mail */
export async function insertMail({ db }: Db, { to, createdAt, replyTo, unsubscribeUrl, ...mail }: NewMail): Promise<number> {
  const { id } = await db
    .insertInto('mails')
    .values({ ...mail, to_address: to, created_at: createdAt, reply_to: replyTo, unsubscribe_url: unsubscribeUrl })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns a condition: whether the mail has an open job that will send it. */
const selectHasOpenJob = (ctx: Db) => hasOpenJob(ctx, sendMailJob, 'mails.id')

const selectMails = (ctx: Db) =>
  ctx.db
    .selectFrom('mails')
    .select(selectHasOpenJob(ctx).as('isWaiting'))
    .select([
      'id',
      'to_address as to',
      'subject',
      'body',
      'created_at as createdAt',
      'sent_at as sentAt',
      'attempts',
      'last_error as lastError',
      'reply_to as replyTo',
      'unsubscribe_url as unsubscribeUrl',
      'content',
      'list',
      'purpose',
      'suppressed_at as suppressedAt',
    ])
export type StoredMail = Awaited<ReturnType<ReturnType<typeof selectMails>['executeTakeFirstOrThrow']>>

function toMail({
  isWaiting: hasJob,
  unsubscribeUrl: _unsubscribeUrl,
  content: _content,
  list: _list,
  purpose: _purpose,
  suppressedAt,
  ...row
}: StoredMail): Mail {
  if (row.sentAt !== null) return { ...row, state: 'sent' }
  if (hasJob) return { ...row, state: 'waiting' }
  if (suppressedAt !== null) return { ...row, state: 'suppressed' }
  return { ...row, state: row.attempts > 0 ? 'failed' : 'kept' }
}

export async function listMailRows(ctx: Db, paging: Paging): Promise<ListResult<Mail>> {
  const { offset, limit } = toOffsetLimit(paging)
  const [rows, { n }] = await Promise.all([
    selectMails(ctx).orderBy('id', 'desc').offset(offset).limit(limit).execute(),
    ctx.db
      .selectFrom('mails')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ])
  return { items: rows.map(toMail), total: n }
}

export async function findMail(ctx: Db, id: number): Promise<Mail | undefined> {
  const row = await selectMails(ctx).where('id', '=', id).executeTakeFirst()
  return row && toMail(row)
}

export const findStoredMail = (ctx: Db, id: number): Promise<StoredMail | undefined> =>
  selectMails(ctx).where('id', '=', id).executeTakeFirst()

export async function countUnsentMail(ctx: Db): Promise<{ waiting: number; failed: number }> {
  const unsent = ctx.db.selectFrom('mails').where('sent_at', 'is', null)
  const countRows = async (query: typeof unsent) =>
    (await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
  return {
    waiting: await countRows(unsent.where(selectHasOpenJob(ctx))),
    failed: await countRows(unsent.where((eb) => eb.and([eb('attempts', '>', 0), eb.not(selectHasOpenJob(ctx))]))),
  }
}

export async function deleteMailBefore(ctx: Db, before: string): Promise<void> {
  await ctx.db
    .deleteFrom('mails')
    .where('created_at', '<', before)
    .where((eb) => eb.not(selectHasOpenJob(ctx)))
    .execute()
}

export async function deleteMailStartingWith({ db }: Db, criterion: { subject: string } | { to: string }, start: string): Promise<void> {
  await db
    .deleteFrom('mails')
    .where((eb) => ('to' in criterion ? eb('to_address', '=', criterion.to) : eb('subject', '=', criterion.subject)))
    .where(sql<string>`substr(body, 1, ${[...start].length})`, '=', start)
    .execute()
}
