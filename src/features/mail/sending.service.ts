/** Sends a mail through SMTP_URL; without it everything stays in the outbox, where an administrator can read it. */
import { createTransport, type Transporter } from 'nodemailer'
import { handleJob, JobFailure, type JobHandler, type RunningJob } from '#features/job-queue/job-handler.service.ts'
import { mailBudgetOf, type MailBudget } from '#features/mail-ledger/mail-budget.service.ts'
import { countSentMail } from '#features/mail-ledger/mail-ledger.service.ts'
import type { MailKind } from '#features/mail-ledger/mail-limits.policy.ts'
import { MAILBOX_LIMIT_REACHED } from '#features/mail-ledger/mailbox-limit.policy.ts'
import { countOutgoingMail } from '#features/mail-ledger/outgoing-mail.service.ts'
import { recordMailedAddress } from '#features/suppressions/mailed-address.service.ts'
import { createDeliveryProof, createMessageId, DELIVERY_PROOF_HEADER } from '#features/suppressions/message-id.service.ts'
import { isNoSuchAddress } from '#features/suppressions/suppression.policy.ts'
import { findSuppressionFor, noteUnknownRecipient, suppressionListsOf } from '#features/suppressions/suppression.service.ts'
import type { Config } from '#platform/config/config.ts'
import type { Context } from '#platform/contract/context.ts'
import { isLocalHost, isNearHost } from '#platform/network/local-host.ts'
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

const MINUTE = 60_000
/** After the first failure, the second, … and then it is given up. */
const WAITS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE)
const PATIENCE = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 }
/** A server takes so many over one connection at its ease. */
const POOL = { pool: true, maxConnections: 5, maxMessages: 200 } as const
/** The server was not reached, so the others would not reach it either. */
const UNREACHED = new Set(['ECONNECTION', 'ECONNREFUSED', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EAUTH', 'ETLS'])

export type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'> & Partial<Pick<Config, 'dkim' | 'mailBudgetPerDay'>>

/**
 * One transport for the process, whatever the site.
 * @param isPooled a few connections stay open, for thousands of mails
 * @returns undefined without SMTP_URL
 */
export function createMailSender({ smtpUrl, mailFrom, publicUrl, dkim }: MailConfig, { isPooled = false } = {}): SendMail | undefined {
  if (smtpUrl === undefined) return undefined
  const host = publicUrl ? new URL(publicUrl).hostname : 'localhost'
  // A relay on this machine needs no certificate to be trusted; any other shows one, or SMTP_URL says `?tls.rejectUnauthorized=false`.
  const { hostname, searchParams } = new URL(smtpUrl)
  const tls = isLocalHost(hostname) ? { tls: { rejectUnauthorized: false } } : {}
  // Somebody on the way could take the offer of encryption out of the greeting. What SMTP_URL says goes before: `?requireTLS=false`.
  const requireTLS = !isNearHost(hostname) && searchParams.get('ignoreTLS') !== 'true'
  const transport = createTransport({
    url: smtpUrl,
    ...PATIENCE,
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
    } catch (fault) {
      // A connection that breaks off over one mail looks like a server that is away. One that is there would take the others.
      if (responseOf(fault) === 0 && isServerUnreachable(fault) && (await answers(transport)))
        throw new Error(toError(fault).message, { cause: fault })
      throw fault
    }
  }
}

/** MAIL_FROM names the operator: a tenant site sends from its address, under its own name and the operator's. */
function fromOf(site: Context['site'], mailFrom: string | undefined, host: string) {
  const own = { name: senderNameOf(site), address: `no-reply@${host}` }
  if (mailFrom === undefined) return own
  if (!site.operator) return mailFrom
  return { name: own.name, address: /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom }
}

/**
 * The subject and both parts. What was written before the permission to send text of one's own was revoked leaves without that text.
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

const answers = (transport: Pick<Transporter, 'verify'>): Promise<boolean> =>
  transport.verify().then(
    () => true,
    () => false,
  )

/** @param installation the main site: its suppression list holds for all sites, and its database counts the mail budget of all */
export function createMailHandler(config: MailConfig, installation?: Pick<Context, 'db'>): JobHandler {
  const send = createMailSender(config)
  if (!send) return handleJob(sendMailJob, { run: (ctx, { mailId }) => mailState.resetMailAttempts(ctx, mailId) })
  const budget = mailBudgetOf(config.mailBudgetPerDay, installation)
  return handleJob(sendMailJob, {
    maxAttempts: WAITS.length + 1,
    waitMs: (attempt) => WAITS[attempt - 1] ?? 0,
    run: (ctx, { mailId }, job) => sendOne(ctx, mailId, job, { send, installation, budget }),
  })
}

/** How one leaves (RFC 2369, RFC 8058), and for what belongs to a list its name (RFC 2919). */
function listHeaders({ unsubscribeUrl, list }: Pick<queries.StoredMail, 'unsubscribeUrl' | 'list'>, host: string): Record<string, string> {
  const { id, oneClickUrl } = list === null ? {} : (JSON.parse(list) as Partial<MailList>)
  const leave = [...new Set([oneClickUrl, unsubscribeUrl])].filter((url) => typeof url === 'string')
  return {
    ...(id === undefined ? {} : { 'List-ID': `<${id}.${host}>`, Precedence: 'bulk' }),
    ...(leave.length > 0 ? { 'List-Unsubscribe': leave.map((url) => `<${url}>`).join(', ') } : {}),
    ...(oneClickUrl === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  }
}

/** A mail of the outbox, or one of an issue, whose HTML part is there already; by its id, time and address it has its Message-ID. */
export type OutgoingMail =
  | queries.StoredMail
  | (Pick<queries.StoredMail, 'to' | 'subject' | 'body' | 'replyTo' | 'createdAt' | 'unsubscribeUrl' | 'list'> & {
      id: string
      html: string
    })
export type SendMail = (site: Context['site'], mail: OutgoingMail) => Promise<void>

/** How a mail leaves, and what is checked before it does. */
export interface Outlet {
  send: SendMail
  installation: Pick<Context, 'db'> | undefined
  budget: MailBudget | undefined
}

/** What an administrator reads where mail waits for the next day of the budget. */
export const BUDGET_USED_UP = 'All sites of this installation together have sent as many mails as they may today.'
const BUDGET_RETRY_MS = 5 * MINUTE

async function sendOne(ctx: Context, mailId: number, job: RunningJob, { send, installation, budget }: Outlet): Promise<void> {
  const mail = await queries.findStoredMail(ctx, mailId)
  await ctx.site.bulkMail?.refresh()
  // Forgotten with whom it was about, or handed over by a process that could not take the work out of the queue any more.
  if (!mail || mail.sentAt !== null) return
  if (await isSuppressed(ctx, mail, job, installation)) return
  // What is over the site's quota waits; nothing of it is lost.
  if (ctx.site.quotas && !(await ctx.site.quotas.hasRoom('mails')))
    throw new JobFailure('The site has sent as many mails as it may today.', { isCounted: false, retryInMs: MINUTE, holds: 'site' })
  const kind = kindOf(mail)
  const counted = { email: mail.to, kind, isAsked: mail.purpose === 'asked', isRestricted: isBulkMailRestricted(ctx.site) }
  const { over, recordFailure } = await countOutgoingMail(ctx, { installation, budget }, counted)
  // It does not wait for the next day: what was written to fill a mailbox would arrive later. An administrator can send it again.
  if (over === 'mailbox') return holdBack(ctx, mail, job, MAILBOX_LIMIT_REACHED)
  // Of the main site nothing else is held: its account mail may still go out.
  if (over === 'budget')
    throw new JobFailure(BUDGET_USED_UP, {
      isCounted: false,
      retryInMs: BUDGET_RETRY_MS,
      ...(budget?.main.db === ctx.db ? {} : { holds: 'site' }),
    })
  // Before it is handed over: an error after that would send it twice.
  await recordMailedAddress(installation ?? ctx, mail.to)
  try {
    await send(ctx.site, mail)
  } catch (fault) {
    await recordFailure(!isServerUnreachable(fault))
    const { message } = toError(fault)
    await mailState.markMailFailed(ctx, mailId, job.attempt, limitText(message, 500))
    if (isUnknownRecipient(fault)) await noteUnknownRecipient(suppressionListsOf(ctx, installation), mail.to, message)
    throw new JobFailure(message, {
      cause: fault,
      isFinal: isRefusedForGood(fault),
      // However long this one waits by now: the others ask again soon.
      ...(isServerUnreachable(fault) ? { holds: 'everywhere', holdMs: MINUTE } : {}),
    })
  }
  // The server has it from here on. What ends the process before this is committed has it sent once more, under the same Message-ID.
  await ctx.db.transaction().execute(async (db) => {
    await mailState.markMailSent({ db }, mailId, new Date().toISOString(), job.attempt, withoutKeys(mail))
    await countSentMail({ db }, kind)
    await job.finish(db)
  })
}

const kindOf = ({ purpose }: Pick<queries.StoredMail, 'purpose'>): MailKind =>
  purpose === 'asked' || purpose === 'security' ? 'account' : 'other'

/** The one place where every mail goes by that leaves. */
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

/** The mail stays in the outbox with the reason, and is not tried again. */
const holdBack = (ctx: Context, { id }: queries.StoredMail, job: RunningJob, reason: string): Promise<void> =>
  ctx.db.transaction().execute(async (db) => {
    await mailState.markMailSuppressed({ db }, id, new Date().toISOString(), reason)
    await job.finish(db)
  })

const codeOf = (fault: unknown): unknown => (fault instanceof Error && 'code' in fault ? fault.code : undefined)
const responseOf = (fault: unknown): number => (fault instanceof Error && 'responseCode' in fault ? Number(fault.responseCode) : 0)
/** No server was reached, or it takes no more for now (421): the others would fail too. */
export const isServerUnreachable = (fault: unknown): boolean => UNREACHED.has(String(codeOf(fault))) || responseOf(fault) === 421

/** An answer of 5xx to this very mail: it would be the same tomorrow. A wrong password, or a certificate, is the operator's to put right. */
export const isRefusedForGood = (fault: unknown): boolean => !isServerUnreachable(fault) && responseOf(fault) >= 500

/** The server says at once what a mail that comes back would say later. */
export const isUnknownRecipient = (fault: unknown): boolean =>
  isRefusedForGood(fault) && isUnknownIn(fault, /\b5\.\d{1,3}\.\d{1,3}\b/.exec(toError(fault).message)?.[0])

/** Servers without enhanced status codes (RFC 2034) refuse the recipient itself with 550, 551 or 553, and say so in words. */
const isUnknownIn = (fault: unknown, status: string | undefined): boolean =>
  status === undefined
    ? [550, 551, 553].includes(responseOf(fault)) && UNKNOWN_RECIPIENT.test(toError(fault).message)
    : isNoSuchAddress(status)
const UNKNOWN_RECIPIENT =
  /no such (?:user|recipient|mailbox|address)|(?:user|recipient|mailbox|address)(?: is)? (?:unknown|not found)|unknown (?:user|recipient|mailbox|local part)|does(?: not|n't) exist/i

/** A link that has reached its reader is not kept: it would open something for whoever reads the table. */
const withoutKeys = ({ body, content }: queries.StoredMail) => {
  const blank = (words: string) => words.replace(/([#~]|[?&]key=)[\w-]{40,}/g, '$1…')
  return { body: blank(body), content: content === null ? null : blank(content) }
}
