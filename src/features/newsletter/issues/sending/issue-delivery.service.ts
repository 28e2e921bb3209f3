/** Sends an issue in batches. Each batch is a queued job, so that only one process sends an issue at a time. */
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import { lockRow } from '#db/lock-row.ts'
import { handleJob, JobFailure, type JobHandler, type RunningJob } from '#features/job-queue/job-handler.service.ts'
import { createMailBudget } from '#features/mail-ledger/mail-budget.service.ts'
import { countSentMail } from '#features/mail-ledger/mail-ledger.service.ts'
import { MAILBOX_LIMIT_REACHED } from '#features/mail-ledger/mailbox-limit.policy.ts'
import { countOutgoingMail } from '#features/mail-ledger/outgoing-mail.service.ts'
import {
  BUDGET_USED_UP,
  createMailSender,
  isPermanentlyRefused,
  isUnknownRecipient,
  isServerUnreachable,
  type MailConfig,
  type MailOutlet,
} from '#features/mail/sending.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { bulkMailMessage, canSendBulkMail } from '#features/bulk-mail/bulk-mail.service.ts'
import { unsubscribePath, preferencesPath } from '#features/newsletter/newsletter.policy.ts'
import { sealSubscriberKey } from '#features/newsletter/reader-key.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { toError } from '#platform/client/to-error.client.ts'
import * as audience from './audience.queries.ts'
import type { IssueEntry } from '#features/newsletter/issues/issue.contract.ts'
import { personalize, writeIssueMail, type IssueMail } from './issue-mail.service.ts'
import { enqueueDelivery } from './issue-sending.service.ts'
import { deliverIssueJob } from './issue-job.service.ts'
import { toAuditTitle } from '#features/newsletter/issues/issue.service.ts'
import * as queries from '#features/newsletter/issues/issue.queries.ts'
import { recordMailedAddress } from '#features/suppressions/mailed-address.service.ts'
import { findSuppressionFor, recordUnknownRecipient, suppressionListsOf } from '#features/suppressions/suppression.service.ts'
import { limitText } from '#wording/cut-text.ts'

const MINUTE_MS = 60_000
/** A batch is started every two seconds, so that pausing and rate changes take effect soon. */
const BATCHES_PER_MINUTE = 30
const MAX_BATCH_MAILS = 500
/** Number of mails sent in parallel; equals the number of connections of the mail transport. */
const CONCURRENCY = 5
const MAX_ATTEMPTS = 5
const RECIPIENT_BATCH_SIZE = 500
const MAX_REASON_LENGTH = 300

/**
 * @param installation context of the main site, whose suppression list applies to all sites and whose database counts their mail budget
 * @returns the job handler for all sites, with a pooled transport
 */
export function createIssueHandler(config: MailConfig, installation?: Pick<Context, 'db'>): JobHandler {
  const send = createMailSender(config, { isPooled: true })
  const outlet: MailOutlet | undefined = send && { send, installation, budget: createMailBudget(config.mailBudgetPerDay, installation) }
  return handleJob(deliverIssueJob, {
    run: (ctx, { issueId }, job) => deliverBatch(ctx, issueId, job, outlet),
    onFinalFailure: (ctx, { issueId }, error) => stopIssue(ctx, issueId, error),
  })
}

/** Stops the issue of a discarded job. Must be called in the transaction that discards the job. */
export const onDeliveryDiscarded = (ctx: Pick<Context, 'db'>, payload: unknown): Promise<void> =>
  stopIssue(ctx, deliverIssueJob.payload.parse(payload).issueId, null)

/** Pauses or unschedules an issue that no longer has a job, so that an administrator decides how to continue. */
async function stopIssue(ctx: Pick<Context, 'db'>, issueId: number, error: string | null): Promise<void> {
  await queries.updateIssue(ctx, issueId, ['sending'], { state: 'paused', last_error: error })
  await queries.updateIssue(ctx, issueId, ['scheduled'], { state: 'draft', scheduled_at: null, last_error: error })
}

async function deliverBatch(ctx: Context, issueId: number, job: RunningJob, outlet: MailOutlet | undefined): Promise<void> {
  if (!(await canSendBulkMail(ctx.site))) return stopWithoutPermission(ctx, issueId, job)
  const issue = await startIfDue(ctx, issueId)
  if (issue?.state !== 'sending') return continueDelivery(ctx, issueId, job, new Date())
  if (!outlet) return retryLater(ctx, issueId, 'No mail server is configured. Ask the operator to set SMTP_URL.')
  if (issue.listed_at === null) await listRecipients(ctx, issue)
  const startedAt = Date.now()
  const batchSize = Math.min(MAX_BATCH_MAILS, Math.max(1, Math.ceil(issue.rate / BATCHES_PER_MINUTE)))
  const batch = await audience.listWaiting(ctx, issueId, batchSize)
  await sendAll(ctx, issue, batch, job.signal, outlet)
  await continueDelivery(ctx, issueId, job, new Date(startedAt + (batch.length / issue.rate) * MINUTE_MS))
}

/** Stores the reason in `last_error` and retries in a minute. @throws JobFailure always */
async function retryLater(ctx: Context, issueId: number, reason: string): Promise<never> {
  const row = await queries.findIssueRow(ctx, issueId)
  if (row?.last_error !== reason) await queries.updateIssue(ctx, issueId, ['sending'], { last_error: reason })
  throw new JobFailure(reason, { isCounted: false, retryInMs: MINUTE_MS })
}

/** Pauses or unschedules the issue because the site may not send bulk mail; an administrator of the site can resume it later. */
async function stopWithoutPermission(ctx: Context, issueId: number, job: RunningJob): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    await lockRow(db, 'newsletter_issues', issueId)
    await job.finish(db)
    const row = await queries.findIssueRow({ db }, issueId)
    if (row?.state !== 'sending' && row?.state !== 'scheduled') return
    const state = row.state === 'sending' ? 'paused' : 'draft'
    const reason = bulkMailMessage(ctx.site.operator?.name)
    const change = { state, last_error: reason, ...(state === 'draft' ? { scheduled_at: null } : {}) } as const
    if (!(await queries.updateIssue({ db }, issueId, [row.state], change))) return
    const subject = { type: 'issue' as const, id: issueId, title: toAuditTitle(issueId, row.subject) }
    const action = state === 'paused' ? 'issue.pause' : 'issue.unschedule'
    await recordAudit({ db, viewer: null }, { action, subject, after: { reason } })
  })
}

/** Starts a scheduled issue that is due, rendering its mail once. @returns the issue in its current state; undefined when it is deleted */
async function startIfDue(ctx: Context, issueId: number): Promise<queries.IssueRow | undefined> {
  const row = await queries.findIssueRow(ctx, issueId)
  if (row?.state !== 'scheduled' || (row.scheduled_at ?? '') > new Date().toISOString()) return row
  const { subject, intro } = row
  const mail = await writeIssueMail(ctx, row.origin ?? '', { subject, intro, entries: JSON.parse(row.entries) as IssueEntry[] }, issueId)
  const started = {
    state: 'sending',
    started_at: new Date().toISOString(),
    html: mail.html,
    plain: mail.text,
    link_mark: mail.mark,
  } as const
  // If the issue was changed or unscheduled while rendering, start over with the current state.
  const isUnchanged = await ctx.db.transaction().execute(async (db) => {
    await lockRow(db, 'newsletter_issues', issueId)
    const current = await queries.findIssueRow({ db }, issueId)
    return current?.changed_at === row.changed_at && queries.updateIssue({ db }, issueId, ['scheduled'], started)
  })
  return isUnchanged ? { ...row, ...started } : startIfDue(ctx, issueId)
}

/** Inserts the recipients in batches, beginning after the last inserted one, so that it resumes after a crash. */
async function listRecipients(ctx: Context, { id, started_at, audience: audienceJson }: queries.IssueRow): Promise<void> {
  const issue = { id, startedAt: started_at ?? '', audience: JSON.parse(audienceJson) as number[] }
  let lastId: number | undefined = await audience.findLastRecipient(ctx, id)
  while (lastId !== undefined)
    lastId = await writeWithoutInvalidation(() => audience.insertRecipients(ctx, issue, lastId ?? 0, RECIPIENT_BATCH_SIZE))
  await queries.updateIssue(ctx, id, ['sending', 'paused'], { listed_at: new Date().toISOString() })
}

async function sendAll(
  ctx: Context,
  issue: queries.IssueRow,
  batch: audience.WaitingRecipient[],
  signal: AbortSignal,
  outlet: MailOutlet,
): Promise<void> {
  const mail = { html: issue.html ?? '', text: issue.plain ?? '', mark: issue.link_mark ?? '' }
  const waiting = [...batch]
  let failure: unknown
  const worker = async () => {
    for (let next = waiting.shift(); next && !failure && !signal.aborted; next = waiting.shift())
      if (!(await sendOne(ctx, issue, mail, next, outlet).catch((error: unknown) => void (failure = error)))) return
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  signal.throwIfAborted()
  if (!failure) return
  if (failure instanceof OverLimitError || isServerUnreachable(failure))
    return retryLater(ctx, issue.id, limitText(toError(failure).message, MAX_REASON_LENGTH))
  throw toError(failure)
}

/** Thrown when a quota or budget is used up, so that the whole issue waits. */
class OverLimitError extends Error {}

/**
 * Sends the issue to a single recipient and stores the outcome.
 * @returns false when the issue is no longer being sent
 * @throws OverLimitError when a limit is reached; the transport's error when the mail server is unreachable
 */
async function sendOne(
  ctx: Context,
  issue: queries.IssueRow,
  mail: IssueMail,
  { subscriberId, attempts }: audience.WaitingRecipient,
  { send, installation, budget }: MailOutlet,
): Promise<boolean> {
  const settle = (state: Parameters<typeof audience.settleRecipient>[3]['state'], reason: string | null = null) =>
    writeWithoutInvalidation(() => audience.settleRecipient(ctx, issue.id, subscriberId, { state, attempts: attempts + 1, reason }))
  const { email, isSending } = await audience.findRecipientEmail(ctx, issue.id, subscriberId)
  if (!isSending) return false
  if (email === null) return settle('skipped', 'Unsubscribed').then(() => true)
  const suppression = await findSuppressionFor(suppressionListsOf(ctx, installation), email, null)
  if (suppression !== undefined) return settle('skipped', limitText(suppression.replaceAll(email, '…'), MAX_REASON_LENGTH)).then(() => true)
  // Mail beyond the site's quota or the installation's budget waits for the next day.
  if (ctx.site.quotas && !(await ctx.site.quotas.isWithinQuota('mails')))
    throw new OverLimitError('This site has reached its daily email limit.')
  const mailToCount = { email, kind: 'newsletter', isRequested: false, isRestricted: false } as const
  const { over, recordFailure } = await countOutgoingMail(ctx, { installation, budget }, mailToCount)
  if (over === 'budget') throw new OverLimitError(BUDGET_USED_UP)
  if (over === 'mailbox') return settle('skipped', MAILBOX_LIMIT_REACHED).then(() => true)
  // Recorded before sending: an error in recording after it would repeat the mail.
  await recordMailedAddress(installation ?? ctx, email)
  try {
    await send(ctx.site, toMail(ctx.site, issue, mail, subscriberId, email))
  } catch (error) {
    await recordFailure(!isServerUnreachable(error))
    if (isServerUnreachable(error)) throw error
    if (isUnknownRecipient(error)) await recordUnknownRecipient(suppressionListsOf(ctx, installation), email, toError(error).message)
    const reason = limitText(toError(error).message.replaceAll(email, '…'), MAX_REASON_LENGTH)
    await settle(isPermanentlyRefused(error) ? 'bounced' : attempts + 1 < MAX_ATTEMPTS ? 'waiting' : 'failed', reason)
    return true
  }
  await countSentMail(ctx, 'newsletter')
  await settle('sent')
  return true
}

function toMail(site: Context['site'], issue: queries.IssueRow, mail: IssueMail, subscriberId: number, email: string) {
  const key = sealSubscriberKey(site, subscriberId, issue.id)
  const origin = issue.origin ?? ''
  const unsubscribeUrl = origin + unsubscribePath(key)
  const { html, text } = personalize(mail, unsubscribeUrl, origin + preferencesPath(key))
  // One-click unsubscribe requires https (RFC 8058).
  const list = { id: 'newsletter', ...(unsubscribeUrl.startsWith('https:') ? { oneClickUrl: unsubscribeUrl } : {}) }
  return {
    id: `issue ${issue.id}`,
    createdAt: issue.started_at ?? '',
    to: email,
    subject: issue.subject,
    body: text,
    html,
    replyTo: null,
    unsubscribeUrl: list.oneClickUrl === undefined ? unsubscribeUrl : null,
    list: JSON.stringify(list),
  }
}

/** Completes the job of a batch and, in the same transaction, queues the next batch or marks the issue as sent. */
async function continueDelivery(ctx: Context, issueId: number, job: RunningJob, nextBatchAt: Date): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    await lockRow(db, 'newsletter_issues', issueId)
    await job.finish(db)
    const row = await queries.findIssueRow({ db }, issueId)
    if (row?.state === 'scheduled') await enqueueDelivery(db, issueId, new Date(row.scheduled_at ?? nextBatchAt))
    if (row?.state !== 'sending') return
    if (row.last_error !== null) await queries.updateIssue({ db }, issueId, ['sending'], { last_error: null })
    const [nextRecipient] = row.listed_at === null ? [true] : await audience.listWaiting({ db }, issueId, 1)
    if (nextRecipient) await enqueueDelivery(db, issueId, nextBatchAt)
    else await queries.updateIssue({ db }, issueId, ['sending'], { state: 'sent', finished_at: new Date().toISOString() })
  })
}
