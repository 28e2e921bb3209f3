/** The outbox: whoever has something to say writes a row; a job sends it (sending.service.ts). */
import { findLowest } from '#db/find-lowest.ts'
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
import type { JobPriority } from '#features/job-queue/job-kind.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { conflict, notFound } from '#platform/contract/errors.ts'
import { timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
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
  /** One address, or several with commas between them: each mailbox among them gets a mail of its own. */
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** Whom an answer is to reach. What is not an address is left out. */
  replyTo?: string
  /** What its HTML part is made of; `sendMail` gives it. */
  content?: MailContent
  /** The list that it belongs to: mail programs offer to leave it, and absence notes are not sent. */
  list?: MailList
  /** Before which others it goes; `normal` when absent. */
  priority?: JobPriority
  /** Why it may go to an address that is on the suppression list; `sendMail` gives it. */
  purpose?: MailPurpose
}

/** A list that its readers have asked for. */
export interface MailList {
  /** Letters, digits and hyphens: `newsletter`. With the host it is the list's name for good (RFC 2919). */
  id: string
  /** The whole https address that leaves the list by a POST without asking (RFC 8058), where there is one. */
  oneClickUrl?: string
}

/**
 * Writes a mail by its template and puts it into the outbox, as `queueMail` does. Within a transaction: `sendMail({ ...ctx, db: trx }, …)`.
 * @param template made by `defineMail`
 */
export function sendMail<D>(
  ctx: Pick<Context, 'db' | 'site'>,
  template: MailTemplate<D>,
  data: D,
  envelope: Omit<MailMessage, 'subject' | 'body' | 'content'>,
): Promise<void> {
  const site = toMailSite(ctx.site)
  const isRestricted = isBulkMailRestricted(ctx.site)
  const written = (isRestricted && template.writeRestricted?.(site, data)) || template.write(site, data)
  const content = isRestricted ? toRestrictedContent(written) : written
  const purpose = envelope.priority === 'urgent' ? 'asked' : template.isSecurity ? 'security' : null
  return queueMail(ctx, { purpose, ...envelope, subject: content.subject, body: toMailText(content), content })
}

/**
 * Puts a mail into the outbox. In a transaction it is sent only if that holds: `queueMail({ ...ctx, db: trx }, …)`.
 * What is not an address is left out; a line end in the subject becomes a space, so that nothing can add a header.
 */
export async function queueMail(
  { db }: Pick<Context, 'db'>,
  { to, subject, body, replyTo = '', priority = 'normal', purpose = null, content, list }: MailMessage,
): Promise<void> {
  const addresses = to.split(',').flatMap((one) => parseRecipient(one) ?? [])
  const mail = {
    subject: lineOf(subject),
    body,
    at: new Date().toISOString(),
    replyTo: parseRecipient(replyTo) ?? null,
    // A path alone, where the whole address is not known, stands in no header.
    unsubscribeUrl: /^https?:\/\/[^\s<>,]+$/.exec(content?.unsubscribeUrl ?? '')?.[0] ?? null,
    content: content ? JSON.stringify({ ...content, subject: lineOf(subject) }) : null,
    list: list ? JSON.stringify(checkList(list)) : null,
    purpose,
  }
  await withinTransaction(db, async (trx) => {
    for (const address of oneOfEachMailbox(addresses)) {
      const mailId = await queries.insertMail({ db: trx }, { ...mail, to: address })
      await enqueueSending({ db: trx }, mailId, priority)
    }
  })
}

/** @returns the first spelling of each mailbox: `desk@…` and `desk+1@…` are one */
function oneOfEachMailbox(addresses: readonly string[]): string[] {
  const mailboxes = addresses.map(normaliseMailbox)
  return addresses.filter((_, index) => mailboxes.indexOf(mailboxes[index] ?? '') === index)
}

const enqueueSending = (ctx: Pick<Context, 'db'>, mailId: number, priority: JobPriority = 'normal') =>
  enqueueJob(ctx, sendMailJob, { mailId }, { key: String(mailId), priority })

/** A mail and the job that sends it are there together, or neither is. */
const withinTransaction = (db: SiteDatabase, work: (db: SiteDatabase) => Promise<void>): Promise<void> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/** An address from before a check, or one with letters beyond ASCII, is left to the mail server. Nothing here can add a header. */
const parseRecipient = (text: string): string | undefined =>
  parseEmail(text) ?? /^(?=.{1,254}$)[^\s@<>(),;:"\\[\]\p{C}]+@[^\s@<>(),;:"\\[\]\p{C}]+$/u.exec(text.trim())?.[0]

/** What stands in headers comes from the code, and is still looked at. */
function checkList(list: MailList): MailList {
  if (!/^[a-z0-9-]{1,50}$/.test(list.id) || (list.oneClickUrl !== undefined && !/^https:\/\/[^\s<>,]+$/.test(list.oneClickUrl)))
    throw new Error(`Not the name or the address of a list: ${JSON.stringify(list)}`)
  return list
}

/** Returns a subject in one line. Joiners stay: emoji and several scripts need them. Direction overrides would reorder what follows it. */
const lineOf = (subject: string): string =>
  limitText(
    subject
      .toWellFormed()
      .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
      .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
      .trim(),
    200,
  )

/** Takes letters out of the outbox, sent or not, whose text begins so: who they tell of, or went to, has to be forgotten. */
export const removeMailStartingWith = (
  ctx: Pick<Context, 'db'>,
  { start, ...by }: { start: string } & ({ subject: string } | { to: string }),
) => queries.deleteMailStartingWith(ctx, 'to' in by ? by : { subject: lineOf(by.subject) }, start)

/**
 * An address of this site for a mail. Without PUBLIC_URL the host is only what the request claims, and a mail must not
 * send anybody to a host that a stranger made up: then the path stands alone.
 */
export function mailLink({ caller }: Pick<Context, 'caller'>, path: `/${string}`): string {
  if (!caller) return path
  const isOwn = caller.isOriginConfigured ?? isLocalHost(new URL(caller.origin).hostname)
  return isOwn ? caller.origin + path : path
}

export const listMail = (ctx: Context, paging: Paging): Promise<ListResult<Mail>> => queries.listMailRows(ctx, paging)

export async function resendMail(ctx: Context, id: number): Promise<Mail> {
  const mail = await queries.findMail(ctx, id)
  if (!mail) throw notFound('mail')
  if (mail.state === 'sent') throw conflict('mail.sent', 'That mail has been sent already.')
  return ctx.db.transaction().execute(async (db) => {
    if (await enqueueSending({ db }, id)) await mailState.resetMailAttempts({ db }, id)
    return (await queries.findMail({ ...ctx, db }, id)) ?? mail
  })
}

/** For the operator: how many mails are still to be sent, and how many were given up. */
export const countUnsentMail = (ctx: Pick<Context, 'db'>) => queries.countUnsentMail(ctx)

const KEPT_MS = 90 * 86_400_000

/** The job: what was written so long ago is of no more use, and private. */
export async function removeOldMail(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteMailBefore(ctx, new Date(now - KEPT_MS).toISOString())
  return timeAfter(await findLowest(ctx.db, 'mails', 'created_at'), KEPT_MS)
}
