/** Sends mail through the server in SMTP_URL. Without SMTP_URL mail stays in the outbox, where administrators can read it. */
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
import { getOperatorLine, getSenderName, toMailSite } from './mail-sender.policy.ts'
import type { MailList } from './mail.service.ts'
import { toMailText, type MailContent } from './mail-template.service.ts'
import { toRestrictedContent } from './restricted-mail.policy.ts'
import { sendMailJob } from './mail-job.service.ts'
import * as queries from './mail.queries.ts'
import * as mailState from './mail-state.queries.ts'
import { limitText } from '#wording/cut-text.ts'

const MINUTE_MS = 60_000
/** Delay before each retry; when the last retry fails, the mail has failed. */
const RETRY_DELAYS_MS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS)
const TIMEOUTS_MS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 }
/** Options of the pooled transport. `maxMessages` applies to each connection; servers commonly accept that many. */
const POOL_OPTIONS = { pool: true, maxConnections: 5, maxMessages: 200 } as const
/** Codes of errors that affect all mails, not only the current one. */
const UNREACHABLE_CODES = new Set(['ECONNECTION', 'ECONNREFUSED', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EAUTH', 'ETLS'])

export type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'> & Partial<Pick<Config, 'dkim' | 'mailBudgetPerDay'>>

/**
 * Creates the function that sends mail, with a transport that all sites of the process share.
 * @param isPooled whether a few connections are reused, for thousands of mails
 * @returns undefined when SMTP_URL is not set
 */
export function createMailSender({ smtpUrl, mailFrom, publicUrl, dkim }: MailConfig, { isPooled = false } = {}): SendMail | undefined {
  if (smtpUrl === undefined) return undefined
  const host = publicUrl ? new URL(publicUrl).hostname : 'localhost'
  // A local relay needs no trusted certificate. Other servers need one, unless SMTP_URL contains `tls.rejectUnauthorized=false`.
  const { hostname, searchParams } = new URL(smtpUrl)
  const tls = isLocalHost(hostname) ? { tls: { rejectUnauthorized: false } } : {}
  // Prevents STARTTLS stripping by an attacker in the middle, unless SMTP_URL contains `requireTLS=false` or `ignoreTLS=true`.
  const requireTLS = !isEncryptionExemptHost(hostname) && searchParams.get('ignoreTLS') !== 'true'
  const transport = createTransport({
    url: smtpUrl,
    ...TIMEOUTS_MS,
    ...tls,
    requireTLS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim ? { dkim } : {}),
    ...(isPooled ? POOL_OPTIONS : {}),
  })
  return async (site, mail) => {
    const parts = renderParts(site, mail)
    const identity = { siteId: site.id, id: mail.id, createdAt: mail.createdAt, to: mail.to }
    const message = {
      from: getSender(site, mailFrom, host),
      to: mail.to.split(', ').map((address) => ({ name: '', address })),
      ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }),
      ...parts,
      messageId: createMessageId(identity, host),
      headers: {
        'Auto-Submitted': 'auto-generated',
        [DELIVERY_PROOF_HEADER]: createDeliveryProof(identity),
        ...createListHeaders(mail, host),
      },
    }
    try {
      await transport.sendMail(message)
    } catch (error) {
      // A connection that breaks during one mail looks like an unreachable server. If the server responds, only this mail is affected.
      if (readResponseCode(error) === 0 && isServerUnreachable(error) && (await isResponding(transport)))
        throw new Error(toError(error).message, { cause: error })
      throw error
    }
  }
}

/** Returns the sender: MAIL_FROM or a default. A tenant site sends from the same address, under its own name and the operator's. */
function getSender(site: Context['site'], mailFrom: string | undefined, host: string) {
  const siteSender = { name: getSenderName(site), address: `no-reply@${host}` }
  if (mailFrom === undefined) return siteSender
  if (!site.operator) return mailFrom
  return { name: siteSender.name, address: /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom }
}

/**
 * Returns the subject and the parts of a mail. The restriction is applied again here, for mails that were queued before the site lost
 * its permission.
 */
function renderParts(site: Context['site'], mail: OutgoingMail): { subject: string; text: string; html?: string } {
  const sender = toMailSite(site)
  const operatorLine = getOperatorLine(sender)
  const addOperatorLine = (text: string) => (operatorLine === undefined ? text : `${text.trimEnd()}\n\n-- \n${operatorLine}\n`)
  if ('html' in mail) return { subject: mail.subject, text: addOperatorLine(mail.body), html: mail.html }
  const isRestricted = isBulkMailRestricted(site)
  if (mail.content === null) {
    const restrictText = isRestricted ? withoutWebAddresses : (text: string) => text
    return { subject: restrictText(mail.subject), text: addOperatorLine(restrictText(mail.body)) }
  }
  const storedContent = JSON.parse(mail.content) as MailContent
  if (!isRestricted) return { subject: mail.subject, text: addOperatorLine(mail.body), html: renderMailHtml(storedContent, sender) }
  const content = toRestrictedContent(storedContent)
  return { subject: content.subject, text: addOperatorLine(toMailText(content)), html: renderMailHtml(content, sender) }
}

const isResponding = (transport: Pick<Transporter, 'verify'>): Promise<boolean> =>
  transport.verify().then(
    () => true,
    () => false,
  )

/** @param installation context of the main site, whose suppression list applies to all sites and whose database counts their mail budget */
export function createMailHandler(config: MailConfig, installation?: Pick<Context, 'db'>): JobHandler {
  const send = createMailSender(config)
  if (!send) return handleJob(sendMailJob, { run: (ctx, { mailId }) => mailState.resetMailAttempts(ctx, mailId) })
  const budget = createMailBudget(config.mailBudgetPerDay, installation)
  return handleJob(sendMailJob, {
    maxAttempts: RETRY_DELAYS_MS.length + 1,
    getRetryDelayMs: (attempt) => RETRY_DELAYS_MS[attempt - 1] ?? 0,
    run: (ctx, { mailId }, job) => sendOutboxMail(ctx, mailId, job, { send, installation, budget }),
  })
}

/** Returns the unsubscribe headers (RFC 2369, RFC 8058) and the List-ID (RFC 2919). */
function createListHeaders(
  { unsubscribeUrl, list }: Pick<queries.StoredMail, 'unsubscribeUrl' | 'list'>,
  host: string,
): Record<string, string> {
  const { id, oneClickUrl } = list === null ? {} : (JSON.parse(list) as Partial<MailList>)
  const unsubscribeUrls = [...new Set([oneClickUrl, unsubscribeUrl])].filter((url) => typeof url === 'string')
  return {
    ...(id === undefined ? {} : { 'List-ID': `<${id}.${host}>`, Precedence: 'bulk' }),
    ...(unsubscribeUrls.length > 0 ? { 'List-Unsubscribe': unsubscribeUrls.map((url) => `<${url}>`).join(', ') } : {}),
    ...(oneClickUrl === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  }
}

/** A mail from the outbox, or a newsletter issue with rendered HTML. Its id, time and recipient determine the Message-ID. */
export type OutgoingMail =
  | queries.StoredMail
  | (Pick<queries.StoredMail, 'to' | 'subject' | 'body' | 'replyTo' | 'createdAt' | 'unsubscribeUrl' | 'list'> & {
      id: string
      html: string
    })
export type SendMail = (site: Context['site'], mail: OutgoingMail) => Promise<void>

/** Contains what is needed to send mail: the transport, and the suppression list and budget that are checked before. */
export interface MailOutlet {
  send: SendMail
  installation: Pick<Context, 'db'> | undefined
  budget: MailBudget | undefined
}

/** Message that administrators see for mail that waits for the budget of the next day. */
export const BUDGET_USED_UP = 'The daily email limit of this installation has been reached.'
const BUDGET_RETRY_MS = 5 * MINUTE_MS

async function sendOutboxMail(ctx: Context, mailId: number, job: RunningJob, { send, installation, budget }: MailOutlet): Promise<void> {
  const mail = await queries.findStoredMail(ctx, mailId)
  await ctx.site.bulkMail?.refresh()
  // The mail was deleted with personal data, or sent by a process that ended before it could complete the job.
  if (!mail || mail.sentAt !== null) return
  if (await isSuppressed(ctx, mail, job, installation)) return
  // Mail beyond the site's quota waits.
  if (ctx.site.quotas && !(await ctx.site.quotas.isWithinQuota('mails')))
    throw new JobFailure('This site has reached its daily email limit.', { isCounted: false, retryInMs: MINUTE_MS, pauses: 'site' })
  const kind = getMailKind(mail)
  const mailToCount = { email: mail.to, kind, isRequested: mail.purpose === 'asked', isRestricted: isBulkMailRestricted(ctx.site) }
  const { over, recordFailure } = await countOutgoingMail(ctx, { installation, budget }, mailToCount)
  // Mail over the mailbox limit is not retried the next day: a mail bomb would merely arrive later. An administrator can resend it.
  if (over === 'mailbox') return holdBack(ctx, mail, job, MAILBOX_LIMIT_REACHED)
  // The main site's queue is not paused: its account mail may still be sent.
  if (over === 'budget')
    throw new JobFailure(BUDGET_USED_UP, {
      isCounted: false,
      retryInMs: BUDGET_RETRY_MS,
      ...(budget?.main.db === ctx.db ? {} : { pauses: 'site' }),
    })
  // Recorded before sending: an error in recording after it would repeat the mail.
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
      // An unreachable server pauses all mails for a minute only, regardless of this mail's backoff.
      ...(isServerUnreachable(error) ? { pauses: 'everywhere', pauseMs: MINUTE_MS } : {}),
    })
  }
  // The server has accepted the mail. A crash before this commit sends it again, under the same Message-ID.
  await ctx.db.transaction().execute(async (db) => {
    await mailState.markMailSent({ db }, mailId, new Date().toISOString(), job.attempt, redactKeys(mail))
    await countSentMail({ db }, kind)
    await job.finish(db)
  })
}

const getMailKind = ({ purpose }: Pick<queries.StoredMail, 'purpose'>): MailKind =>
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

const readErrorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
const readResponseCode = (error: unknown): number => (error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0)
/** Returns whether other mails would fail too: the server is unreachable, rejects the credentials, or is overloaded (421). */
export const isServerUnreachable = (error: unknown): boolean =>
  UNREACHABLE_CODES.has(String(readErrorCode(error))) || readResponseCode(error) === 421

/** Returns whether a retry is pointless, after a 5xx response. Wrong credentials do not count, because the operator can correct them. */
export const isPermanentlyRefused = (error: unknown): boolean => !isServerUnreachable(error) && readResponseCode(error) >= 500

/** Returns whether the server refused the recipient as unknown, which a bounce would otherwise report later. */
export const isUnknownRecipient = (error: unknown): boolean =>
  isPermanentlyRefused(error) && isUnknownByStatus(error, /\b5\.\d{1,3}\.\d{1,3}\b/.exec(toError(error).message)?.[0])

/** @param status enhanced status code (RFC 2034); undefined: the server sends none but 550, 551 or 553 with a text */
const isUnknownByStatus = (error: unknown, status: string | undefined): boolean =>
  status === undefined
    ? [550, 551, 553].includes(readResponseCode(error)) && UNKNOWN_RECIPIENT_PATTERN.test(toError(error).message)
    : isUnknownAddress(status)
const UNKNOWN_RECIPIENT_PATTERN =
  /no such (?:user|recipient|mailbox|address)|(?:user|recipient|mailbox|address)(?: is)? (?:unknown|not found)|unknown (?:user|recipient|mailbox|local part)|does(?: not|n't) exist/i

/** Removes the keys of links from a sent mail, because they grant access to everyone who reads the table. */
const redactKeys = ({ body, content }: queries.StoredMail) => {
  const redact = (text: string) => text.replace(/([#~]|[?&]key=)[\w-]{40,}/g, '$1…')
  return { body: redact(body), content: content === null ? null : redact(content) }
}
