/** Sends, schedules, pauses and resumes issues; issue-delivery.service.ts delivers them. */
import { lockRow } from '#db/lock-row.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { AuditAction } from '#features/audit/audit-actions.policy.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { assertBulkMailAllowed } from '#features/bulk-mail/bulk-mail.service.ts'
import { cancelJob, enqueueJob } from '#features/job-queue/job-queue.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { queueMail } from '#features/mail/mail.service.ts'
import { toMailText } from '#features/mail/mail-template.service.ts'
import { resolveReferenceValues } from '#features/figures/figure.service.ts'
import { hasMailServer } from '#features/mail/mail-server.service.ts'
import { badRequest, conflict, unauthorized } from '#platform/contract/errors.ts'
import { composeIssue } from '#features/newsletter/issues/issue.policy.ts'
import { deliverIssueJob } from './issue-job.service.ts'
import { writeIssueContent } from './issue-mail.service.ts'
import type { Issue, IssueEntry } from '#features/newsletter/issues/issue.contract.ts'
import {
  assertUnchanged,
  assertComplete,
  getIssue,
  getIssueRow,
  getMailOrigin,
  toAuditTitle,
} from '#features/newsletter/issues/issue.service.ts'
import * as queries from '#features/newsletter/issues/issue.queries.ts'

type State = queries.IssueRow['state']
interface StateChange {
  action: AuditAction
  allowedStates: readonly State[]
  set: Parameters<typeof queries.updateIssue>[3]
  /** When the next job is due; undefined: no job is queued until the state changes again. */
  nextJobAt: Date | undefined
  unchangedSince?: string | undefined
}

/** Locks the issue while changing its state, so that a batch that ends at the same time neither loses nor duplicates the next job. */
async function changeState(
  ctx: Context,
  row: queries.IssueRow,
  { action, allowedStates, set, nextJobAt, unchangedSince }: StateChange,
): Promise<Issue> {
  return ctx.db.transaction().execute(async (db) => {
    await lockRow(db, 'newsletter_issues', row.id)
    await assertUnchanged({ db }, row.id, unchangedSince)
    if (!(await queries.updateIssue({ db }, row.id, allowedStates, set))) throw conflict('issue.other_state', STATE_MESSAGES[row.state])
    await cancelJob({ db }, deliverIssueJob, String(row.id))
    if (nextJobAt) await enqueueDelivery(db, row.id, nextJobAt)
    await recordAudit({ ...ctx, db }, { action, subject: { type: 'issue', id: row.id, title: toAuditTitle(row.id, row.subject) } })
    return getIssue({ ...ctx, db }, row.id)
  })
}

const STATE_MESSAGES: Record<State, string> = {
  draft: 'This issue is a draft.',
  scheduled: 'This issue is scheduled.',
  sending: 'This issue is being sent.',
  paused: 'This issue is paused.',
  sent: 'This issue has been sent.',
}

export const enqueueDelivery = (db: SiteDatabase, issueId: number, runAt: Date): Promise<boolean> =>
  enqueueJob({ db }, deliverIssueJob, { issueId }, { key: String(issueId), at: runAt })

const NO_MAIL_SERVER =
  'No mail server is configured, so the issue cannot be sent or published. Ask the operator to set SMTP_URL (see the operations page), then send it again.'

/** @throws AppError 400 when the issue is incomplete or has unknown reference values; 409 without a mail server */
async function assertSendable(ctx: Context, row: queries.IssueRow): Promise<void> {
  assertComplete(row)
  if (!hasMailServer()) throw conflict('issue.no_mail_server', NO_MAIL_SERVER)
  const { problems } = await resolveReferenceValues(
    ctx,
    composeIssue({ intro: row.intro, entries: JSON.parse(row.entries) as IssueEntry[] }),
    {
      isDraft: true,
    },
  )
  if (problems.length === 0) return
  const message = `The text has unknown values: ${problems.join(' ')}`
  throw badRequest(message, [{ path: 'intro', message }])
}

/** Sends or schedules an issue. @param at time of sending, ISO 8601; a time in the past or undefined means now */
export async function sendIssue(
  ctx: Context,
  id: number,
  { at, unchangedSince }: { at?: string | undefined; unchangedSince?: string | undefined },
): Promise<Issue> {
  await assertBulkMailAllowed(ctx)
  const row = await getIssueRow(ctx, id)
  if (row.state === 'draft' || row.state === 'scheduled') await assertSendable(ctx, row)
  const nextJobAt = new Date(Math.max(Date.now(), at === undefined ? 0 : Date.parse(at)))
  const columns = { state: 'scheduled', scheduled_at: nextJobAt.toISOString(), origin: getMailOrigin(ctx), last_error: null } as const
  const action = at === undefined ? 'issue.send' : 'issue.schedule'
  return changeState(ctx, row, { action, allowedStates: ['draft', 'scheduled'], set: columns, nextJobAt, unchangedSince })
}

export const unscheduleIssue = async (ctx: Context, id: number): Promise<Issue> =>
  changeState(ctx, await getIssueRow(ctx, id), {
    action: 'issue.unschedule',
    allowedStates: ['scheduled'],
    set: { state: 'draft', scheduled_at: null },
    nextJobAt: undefined,
  })

export const pauseIssue = async (ctx: Context, id: number): Promise<Issue> =>
  changeState(ctx, await getIssueRow(ctx, id), {
    action: 'issue.pause',
    allowedStates: ['sending'],
    set: { state: 'paused' },
    nextJobAt: undefined,
  })

export async function resumeIssue(ctx: Context, id: number): Promise<Issue> {
  await assertBulkMailAllowed(ctx)
  return changeState(ctx, await getIssueRow(ctx, id), {
    action: 'issue.resume',
    allowedStates: ['paused'],
    set: { state: 'sending', last_error: null },
    nextJobAt: new Date(),
  })
}

/** Sends a test mail to the caller, through the outbox. */
export async function testIssue(ctx: Context, id: number): Promise<{ email: string }> {
  // An administrator of a tenant site chooses the email addresses of its accounts, so a test mail could go to any address.
  await assertBulkMailAllowed(ctx)
  const row = await getIssueRow(ctx, id)
  assertComplete(row)
  if (!ctx.viewer) throw unauthorized()
  const email = await queries.findEmailOfUser(ctx, ctx.viewer.id)
  if (!email) throw conflict('issue.no_email', 'Add an email address to your account first. The test is sent there.')
  const origin = getMailOrigin(ctx)
  const subject = `Test: ${row.subject}`
  const issue = { subject, intro: row.intro, entries: JSON.parse(row.entries) as IssueEntry[] }
  const content = await writeIssueContent(ctx, origin, issue, null, `${origin}/newsletter`)
  await queueMail(ctx, { to: email, subject, body: toMailText(content), content, priority: 'urgent' })
  return { email }
}
