/** Sends mail through SMTP_URL; without it mail stays in the outbox, where administrators can read it. */
import { createTransport, type Transporter } from 'nodemailer'
import { handleJob, JobFailure, type JobHandler, type RunningJob } from '#features/job-queue/job-handler.service.ts'
import { createMailBudget, type MailBudget } from '#features/mail-ledger/mail-budget.service.ts'
import { countSentMail } from '#features/mail-ledger/mail-ledger.service.ts'
import type { MailKind } from '#features/mail-ledger/mail-limits.policy.ts'
import { MAILBOX_LIMIT_REACHED } from '#features/mail-ledger/mailbox-limit.policy.ts'
import { countOutgoingMail } from '#features/mail-ledger/outgoing-mail.service.ts'
import { recordMailedAddress } from '#features/suppressions/mailed-address.service.ts'
import { createDeliveryProof, createMessageId, DELIVERY_PROOF_HEADER } from '#features/suppressions/message-id.service.ts'
import { isUnknownAddress } from '#features/suppressions/suppression.policy.ts'
import { findSuppressionFor, recordUnknownRecipient, suppressionListsOf } from '#features/suppressions/suppression.service.ts'
import type { Config } from '#platform/config/config.ts'
import type { Context } from '#platform/contract/context.ts'
import { isLocalHost, isEncryptionExemptHost } from '#platform/network/local-host.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { isBulkMailRestricted } from '#features/bulk-mail/bulk-mail.service.ts'
import { withoutWebAddresses } from '#wording/plain-name.ts'
import { renderMailHtml } from './mail-html.ts'
import { operatorLineOf, senderNameOf, toMailSite } from './mail-sender.policy.ts'
import type { MailList } from './mail.service.ts'
import { toMailText, type MailContent } from './mail-template.service.ts'
import { toRestrictedContent } from './restricted-mail.policy.ts'
import { sendMailJob } from './mail-job.service.ts'
import * as queries from './mail.queries.ts'
import * as mailState from './mail-state.queries.ts'
import { limitText } from '#wording/cut-text.ts'

const MINUTE_MS = 60_000
/** Delay before each retry; after the last one the mail has failed. */
const RETRY_DELAYS_MS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS)
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 }
/** `maxMessages` is per connection; servers commonly accept that many. */
const POOL = { pool: true, maxConnections: 5, maxMessages: 200 } as const
/** Error codes that affect all mails, not only the current one. */
const UNREACHABLE_CODES = new Set(['ECONNECTION', 'ECONNREFUSED', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EAUTH', 'ETLS'])

export type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'> & Partial<Pick<Config, 'dkim' | 'mailBudgetPerDay'>>

/**
 * Creates a transport, shared by all sites of the process.
 * @param isPooled reuses a few connections, for thousands of mails
 * @returns undefined without SMTP_URL
 */
export function createMailSender({ smtpUrl, mailFrom, publicUrl, dkim }: MailConfig, { isPooled = false } = {}): SendMail | undefined {
  if (smtpUrl === undefined) return undefined
  const host = publicUrl ? new URL(publicUrl).hostname : 'localhost'
  // A local relay needs no trusted certificate; others do, unless SMTP_URL has `?tls.rejectUnauthorized=false`.
  const { hostname, searchParams } = new URL(smtpUrl)
  const tls = isLocalHost(hostname) ? { tls: { rejectUnauthorized: false } } : {}
  // Prevents STARTTLS stripping by an attacker in the middle. SMTP_URL can override it: `?requireTLS=false`.
  const requireTLS = !isEncryptionExemptHost(hostname) && searchParams.get('ignoreTLS') !== 'true'
  const transport = createTransport({
    url: smtpUrl,
    ...TIMEOUTS,
    ...tls,
    requireTLS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim ? { dkim } : {}),
    ...(isPooled ? POOL : {}),
  })
  return async (site, mail) => {
    const parts = partsOf(site, mail)
    const identity = { siteId: site.id, id: mail.id, createdAt: mail.createdAt, to: mail.to }
    const message = {
      from: fromOf(site, mailFrom, host),
      to: mail.to.split(', ').map((address) => ({ name: '', address })),
      ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }),
      ...parts,
      messageId: createMessageId(identity, host),
      headers: { 'Auto-Submitted': 'auto-generated', [DELIVERY_PROOF_HEADER]: createDeliveryProof(identity), ...listHeaders(mail, host) },
    }
    try {
      await transport.sendMail(message)
    } catch (error) {
      // A connection that breaks during one mail looks like an unreachable server. If the server responds, only this mail is affected.
      if (responseOf(error) === 0 && isServerUnreachable(error) && (await isResponding(transport)))
        throw new Error(toError(error).message, { cause: error })
      throw error
    }
  }
}

/** A tenant site sends from the address in MAIL_FROM, under its own name and the operator's. */
function fromOf(site: Context['site'], mailFrom: string | undefined, host: string) {
  const own = { name: senderNameOf(site), address: `no-reply@${host}` }
  if (mailFrom === undefined) return own
  if (!site.operator) return mailFrom
  return { name: own.name, address: /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom }
}

/**
 * Returns the subject and both parts. Restricts mails that were queued before the site's permission was revoked.
 */
function partsOf(site: Context['site'], mail: OutgoingMail): { subject: string; text: string; html?: string } {
  const sender = toMailSite(site)
  const operatorLine = operatorLineOf(sender)
  const sign = (text: string) => (operatorLine === undefined ? text : `${text.trimEnd()}\n\n-- \n${operatorLine}\n`)
  if ('html' in mail) return { subject: mail.subject, text: sign(mail.body), html: mail.html }
  const isRestricted = isBulkMailRestricted(site)
  if (mail.content === null) {
    const clean = isRestricted ? withoutWebAddresses : (text: string) => text
    return { subject: clean(mail.subject), text: sign(clean(mail.body)) }
  }
  const stored = JSON.parse(mail.content) as MailContent
  if (!isRestricted) return { subject: mail.subject, text: sign(mail.body), html: renderMailHtml(stored, sender) }
  const content = toRestrictedContent(stored)
  return { subject: content.subject, text: sign(toMailText(content)), html: renderMailHtml(content, sender) }
}

const isResponding = (transport: Pick<Transporter, 'verify'>): Promise<boolean> =>
  transport.verify().then(
    () => true,
    () => false,
  )

/** @param installation the main site: its suppression list applies to all sites, and its database counts their mail budget */
export function createMailHandler(config: MailConfig, installation?: Pick<Context, 'db'>): JobHandler {
  const send = createMailSender(config)
  if (!send) return handleJob(sendMailJob, { run: (ctx, { mailId }) => mailState.resetMailAttempts(ctx, mailId) })
  const budget = createMailBudget(config.mailBudgetPerDay, installation)
  return handleJob(sendMailJob, {
    maxAttempts: RETRY_DELAYS_MS.length + 1,
    waitMs: (attempt) => RETRY_DELAYS_MS[attempt - 1] ?? 0,
    run: (ctx, { mailId }, job) => sendOne(ctx, mailId, job, { send, installation, budget }),
  })
}

/** Returns the unsubscribe headers (RFC 2369, RFC 8058) and the List-ID (RFC 2919). */
function listHeaders({ unsubscribeUrl, list }: Pick<queries.StoredMail, 'unsubscribeUrl' | 'list'>, host: string): Record<string, string> {
  const { id, oneClickUrl } = list === null ? {} : (JSON.parse(list) as Partial<MailList>)
  const unsubscribeUrls = [...new Set([oneClickUrl, unsubscribeUrl])].filter((url) => typeof url === 'string')
  return {
    ...(id === undefined ? {} : { 'List-ID': `<${id}.${host}>`, Precedence: 'bulk' }),
    ...(unsubscribeUrls.length > 0 ? { 'List-Unsubscribe': unsubscribeUrls.map((url) => `<${url}>`).join(', ') } : {}),
    ...(oneClickUrl === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  }
}

/** A mail of the outbox, or of a newsletter issue with rendered HTML. Its id, time and recipient determine the Message-ID. */
export type OutgoingMail =
  | queries.StoredMail
  | (Pick<queries.StoredMail, 'to' | 'subject' | 'body' | 'replyTo' | 'createdAt' | 'unsubscribeUrl' | 'list'> & {
      id: string
      html: string
    })
export type SendMail = (site: Context['site'], mail: OutgoingMail) => Promise<void>

/** How mail is sent, and the suppression list and budget that are checked before. */
export interface MailOutlet {
  send: SendMail
  installation: Pick<Context, 'db'> | undefined
  budget: MailBudget | undefined
}

/** Shown to administrators for mail that waits for the next day's budget. */
export const BUDGET_USED_UP = 'The daily email limit of this installation has been reached.'
const BUDGET_RETRY_MS = 5 * MINUTE_MS

async function sendOne(ctx: Context, mailId: number, job: RunningJob, { send, installation, budget }: MailOutlet): Promise<void> {
  const mail = await queries.findStoredMail(ctx, mailId)
  await ctx.site.bulkMail?.refresh()
  // Deleted with personal data, or sent by a process that ended before it could complete the job.
  if (!mail || mail.sentAt !== null) return
  if (await isSuppressed(ctx, mail, job, installation)) return
  // Mail over the site's quota waits.
  if (ctx.site.quotas && !(await ctx.site.quotas.isWithinQuota('mails')))
    throw new JobFailure('This site has reached its daily email limit.', { isCounted: false, retryInMs: MINUTE_MS, holds: 'site' })
  const kind = kindOf(mail)
  const counted = { email: mail.to, kind, isRequested: mail.purpose === 'asked', isRestricted: isBulkMailRestricted(ctx.site) }
  const { over, recordFailure } = await countOutgoingMail(ctx, { installation, budget }, counted)
  // Not retried the next day, or mail bombs would merely arrive later. An administrator can resend it.
  if (over === 'mailbox') return holdBack(ctx, mail, job, MAILBOX_LIMIT_REACHED)
  // The main site's queue is not paused: its account mail may still be sent.
  if (over === 'budget')
    throw new JobFailure(BUDGET_USED_UP, {
      isCounted: false,
      retryInMs: BUDGET_RETRY_MS,
      ...(budget?.main.db === ctx.db ? {} : { holds: 'site' }),
    })
  // Recorded before handing over: an error after that would send the mail twice.
  await recordMailedAddress(installation ?? ctx, mail.to)
  try {
    await send(ctx.site, mail)
  } catch (error) {
    await recordFailure(!isServerUnreachable(error))
    const { message } = toError(error)
    await mailState.markMailFailed(ctx, mailId, job.attempt, limitText(message, 500))
    if (isUnknownRecipient(error)) await recordUnknownRecipient(suppressionListsOf(ctx, installation), mail.to, message)
    throw new JobFailure(message, {
      cause: error,
      isFinal: isPermanentlyRefused(error),
      // Other mails are retried soon, regardless of this mail's backoff.
      ...(isServerUnreachable(error) ? { holds: 'everywhere', holdMs: MINUTE_MS } : {}),
    })
  }
  // The server has accepted the mail. A crash before this commit sends it again, under the same Message-ID.
  await ctx.db.transaction().execute(async (db) => {
    await mailState.markMailSent({ db }, mailId, new Date().toISOString(), job.attempt, redactKeys(mail))
    await countSentMail({ db }, kind)
    await job.finish(db)
  })
}

const kindOf = ({ purpose }: Pick<queries.StoredMail, 'purpose'>): MailKind =>
  purpose === 'asked' || purpose === 'security' ? 'account' : 'other'

async function isSuppressed(
  ctx: Context,
  mail: queries.StoredMail,
  job: RunningJob,
  installation: Pick<Context, 'db'> | undefined,
): Promise<boolean> {
  const reason = await findSuppressionFor(
    suppressionListsOf(ctx, installation),
    mail.to,
    mail.purpose === 'asked' || mail.purpose === 'security' ? mail.purpose : null,
  )
  if (reason === undefined) return false
  await holdBack(ctx, mail, job, reason)
  return true
}

/** Marks the mail as suppressed with the reason, without a retry. */
const holdBack = (ctx: Context, { id }: queries.StoredMail, job: RunningJob, reason: string): Promise<void> =>
  ctx.db.transaction().execute(async (db) => {
    await mailState.markMailSuppressed({ db }, id, new Date().toISOString(), reason)
    await job.finish(db)
  })

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
const responseOf = (error: unknown): number => (error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0)
/** Whether other mails would fail too: the server is unreachable or accepts no more for now (421). */
export const isServerUnreachable = (error: unknown): boolean => UNREACHABLE_CODES.has(String(codeOf(error))) || responseOf(error) === 421

/** Whether a retry is pointless: a 5xx reply to this mail. Wrong credentials or certificates do not count, as the operator can fix them. */
export const isPermanentlyRefused = (error: unknown): boolean => !isServerUnreachable(error) && responseOf(error) >= 500

/** Whether the server refused the recipient as unknown, as a bounce would report later. */
export const isUnknownRecipient = (error: unknown): boolean =>
  isPermanentlyRefused(error) && isUnknownIn(error, /\b5\.\d{1,3}\.\d{1,3}\b/.exec(toError(error).message)?.[0])

/** Servers without enhanced status codes (RFC 2034) use 550, 551 or 553 with a text. */
const isUnknownIn = (error: unknown, status: string | undefined): boolean =>
  status === undefined
    ? [550, 551, 553].includes(responseOf(error)) && UNKNOWN_RECIPIENT.test(toError(error).message)
    : isUnknownAddress(status)
const UNKNOWN_RECIPIENT =
  /no such (?:user|recipient|mailbox|address)|(?:user|recipient|mailbox|address)(?: is)? (?:unknown|not found)|unknown (?:user|recipient|mailbox|local part)|does(?: not|n't) exist/i

/** Removes the keys of links from a sent mail, as they grant access to anyone who reads the table. */
const redactKeys = ({ body, content }: queries.StoredMail) => {
  const redact = (text: string) => text.replace(/([#~]|[?&]key=)[\w-]{40,}/g, '$1…')
  return { body: redact(body), content: content === null ? null : redact(content) }
}
