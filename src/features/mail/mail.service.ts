/** Implements the outbox: features insert mails, and a job sends them (sending.service.ts). */
import { findLowest } from '#db/find-lowest.ts'
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
import type { JobPriority } from '#features/job-queue/job-kind.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { conflict, notFound } from '#platform/contract/errors.ts'
import { addMs, type NextDue } from '#platform/jobs/jobs.ts'
import { isLocalHost } from '#platform/network/local-host.ts'
import { normaliseMailbox } from '#features/mail-ledger/mail-limits.policy.ts'
import type { MailPurpose } from '#features/suppressions/suppression.policy.ts'
import { isBulkMailRestricted } from '#features/bulk-mail/bulk-mail.service.ts'
import type { Mail } from './mail.contract.ts'
import { toMailSite } from './mail-sender.policy.ts'
import { toRestrictedContent } from './restricted-mail.policy.ts'
import { sendMailJob } from './mail-job.service.ts'
import { toMailText, type MailContent, type MailTemplate } from './mail-template.service.ts'
import * as queries from './mail.queries.ts'
import * as mailState from './mail-state.queries.ts'
import { limitText } from '#wording/cut-text.ts'
import { parseEmail } from '#platform/text/parse-email.client.ts'

export interface MailMessage {
  /** A single address or several, separated by commas; each mailbox gets a separate mail. */
  to: string
  subject: string
  /** The plain text part. */
  body: string
  /** The Reply-To address; ignored if it is invalid. */
  replyTo?: string
  /** Content from which the HTML part is rendered; set by `sendMail`. */
  content?: MailContent
  /** The mailing list that the mail belongs to: mail clients offer to unsubscribe, and send no out-of-office replies. */
  list?: MailList
  /** Priority of the job that sends the mail; `normal` by default. */
  priority?: JobPriority
  /** Why the mail may be sent to a suppressed address; set by `sendMail`. */
  purpose?: MailPurpose
}

/** A mailing list that the recipients have subscribed to. */
export interface MailList {
  /** Lower-case letters, digits and hyphens: `newsletter`. With the host it forms the permanent List-ID (RFC 2919). */
  id: string
  /** Absolute https URL for one-click unsubscribe by POST (RFC 8058); absent: only the List-ID is sent. */
  oneClickUrl?: string
}

/**
 * Renders a template and queues the mail with `queueMail`. In a transaction: `sendMail({ ...ctx, db: trx }, …)`.
 * @param template a template created with `defineMail`
 */
export function sendMail<D>(
  ctx: Pick<Context, 'db' | 'site'>,
  template: MailTemplate<D>,
  data: D,
  envelope: Omit<MailMessage, 'subject' | 'body' | 'content'>,
): Promise<void> {
  const site = toMailSite(ctx.site)
  const isRestricted = isBulkMailRestricted(ctx.site)
  const fullContent = (isRestricted && template.writeRestricted?.(site, data)) || template.write(site, data)
  const content = isRestricted ? toRestrictedContent(fullContent) : fullContent
  const purpose = envelope.priority === 'urgent' ? 'asked' : template.isSecurity ? 'security' : null
  return queueMail(ctx, { purpose, ...envelope, subject: content.subject, body: toMailText(content), content })
}

/**
 * Inserts a mail into the outbox. Called in a transaction, `queueMail({ ...ctx, db: trx }, …)`, the mail is sent only after commit.
 * Invalid addresses are skipped. Line breaks in the subject become spaces, which prevents header injection.
 */
export async function queueMail(
  { db }: Pick<Context, 'db'>,
  { to, subject, body, replyTo = '', priority = 'normal', purpose = null, content, list }: MailMessage,
): Promise<void> {
  const addresses = to.split(',').flatMap((part) => parseRecipient(part) ?? [])
  const mail = {
    subject: toSubjectLine(subject),
    body,
    createdAt: new Date().toISOString(),
    replyTo: parseRecipient(replyTo) ?? null,
    // Without PUBLIC_URL this may be only a path, which is not valid in a header.
    unsubscribeUrl: /^https?:\/\/[^\s<>,]+$/.exec(content?.unsubscribeUrl ?? '')?.[0] ?? null,
    content: content ? JSON.stringify({ ...content, subject: toSubjectLine(subject) }) : null,
    list: list ? JSON.stringify(assertValidList(list)) : null,
    purpose,
  }
  await withinTransaction(db, async (trx) => {
    for (const address of uniqueByMailbox(addresses)) {
      const mailId = await queries.insertMail({ db: trx }, { ...mail, to: address })
      await enqueueSending({ db: trx }, mailId, priority)
    }
  })
}

/** @returns the first address of each mailbox; `desk@…` and `desk+1@…` are the same mailbox */
function uniqueByMailbox(addresses: readonly string[]): string[] {
  const mailboxes = addresses.map(normaliseMailbox)
  return addresses.filter((_, index) => mailboxes.indexOf(mailboxes[index] ?? '') === index)
}

const enqueueSending = (ctx: Pick<Context, 'db'>, mailId: number, priority: JobPriority = 'normal') =>
  enqueueJob(ctx, sendMailJob, { mailId }, { key: String(mailId), priority })

/** Runs the callback in the current transaction, or in a new one if there is none, so that a mail and its job are inserted atomically. */
const withinTransaction = (db: SiteDatabase, callback: (db: SiteDatabase) => Promise<void>): Promise<void> =>
  db.isTransaction ? callback(db) : db.transaction().execute(callback)

/** Parses a recipient. Accepts addresses that only the mail server can validate, such as non-ASCII ones, but none that inject headers. */
const parseRecipient = (text: string): string | undefined =>
  parseEmail(text) ?? /^(?=.{1,254}$)[^\s@<>(),;:"\\[\]\p{C}]+@[^\s@<>(),;:"\\[\]\p{C}]+$/u.exec(text.trim())?.[0]

/** Validates the values that are used in headers. @throws Error when they are invalid, which is a programming error */
function assertValidList(list: MailList): MailList {
  if (!/^[a-z0-9-]{1,50}$/.test(list.id) || (list.oneClickUrl !== undefined && !/^https:\/\/[^\s<>,]+$/.test(list.oneClickUrl)))
    throw new Error(`Not the name or the address of a list: ${JSON.stringify(list)}`)
  return list
}

/** Returns the subject on one line, without direction overrides, which would reorder text after it. Keeps joiners, needed by emoji. */
const toSubjectLine = (subject: string): string =>
  limitText(
    subject
      .toWellFormed()
      .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
      .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
      .trim(),
    200,
  )

/** Erases personal data: deletes mails, sent or not, whose body begins with `start`. */
export const removeMailStartingWith = (
  ctx: Pick<Context, 'db'>,
  { start, ...by }: { start: string } & ({ subject: string } | { to: string }),
) => queries.deleteMailStartingWith(ctx, 'to' in by ? by : { subject: toSubjectLine(by.subject) }, start)

/**
 * Returns an absolute URL of this site for a mail. Without PUBLIC_URL the host comes from the request and is untrusted (host header
 * injection), so only the path is returned.
 */
export function mailLink({ caller }: Pick<Context, 'caller'>, path: `/${string}`): string {
  if (!caller) return path
  const isTrusted = caller.isOriginConfigured ?? isLocalHost(new URL(caller.origin).hostname)
  return isTrusted ? caller.origin + path : path
}

export const listMail = (ctx: Context, paging: Paging): Promise<ListResult<Mail>> => queries.listMailRows(ctx, paging)

export async function resendMail(ctx: Context, id: number): Promise<Mail> {
  const mail = await queries.findMail(ctx, id)
  if (!mail) throw notFound('mail')
  if (mail.state === 'sent') throw conflict('mail.sent', 'This email has already been sent.')
  return ctx.db.transaction().execute(async (db) => {
    if (await enqueueSending({ db }, id)) await mailState.resetMailAttempts({ db }, id)
    return (await queries.findMail({ ...ctx, db }, id)) ?? mail
  })
}

/** Counts for the operator how many mails are waiting and how many have failed. */
export const countUnsentMail = (ctx: Pick<Context, 'db'>) => queries.countUnsentMail(ctx)

const RETENTION_MS = 90 * 86_400_000

/** Purges mail that is past the retention period and not waiting to be sent. @returns when the next mail is due */
export async function removeOldMail(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteMailBefore(ctx, new Date(now - RETENTION_MS).toISOString())
  return addMs(await findLowest(ctx.db, 'mails', 'created_at'), RETENTION_MS)
}
