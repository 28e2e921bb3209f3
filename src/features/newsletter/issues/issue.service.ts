/** Editing newsletter issues. Sending is in issue-sending.service.ts. */
import { lockRow } from '#db/lock-row.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { mailLink } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { badRequest, conflict, notFound } from '#platform/contract/errors.ts'
import { listActivity } from './activity/activity.service.ts'
import { personalize, writeIssueMail } from './sending/issue-mail.service.ts'
import type { Issue, IssueEntry, IssuePreview } from './issue.contract.ts'
import { DEFAULT_RATE } from './issue.policy.ts'
import * as queries from './issue.queries.ts'

export const listIssues = (ctx: Context, paging: Paging): Promise<ListResult<Issue>> => queries.listIssueRows(ctx, paging)

export async function getIssueRow(ctx: Pick<Context, 'db'>, id: number): Promise<queries.IssueRow> {
  const row = await queries.findIssueRow(ctx, id)
  if (!row) throw notFound('issue')
  return row
}

export const getIssue = async (ctx: Context, id: number): Promise<Issue> => queries.toIssue(ctx, await getIssueRow(ctx, id))

export async function draftIssue(ctx: Context, { fromActivity }: { fromActivity: boolean }): Promise<Issue> {
  const entries = fromActivity ? await listActivity(ctx) : []
  const now = new Date().toISOString()
  return ctx.db.transaction().execute(async (db) => {
    const id = await queries.insertIssue(
      { db },
      { ...BLANK_ISSUE, subject: '', entries: JSON.stringify(entries), created_at: now, changed_at: now },
    )
    await recordAudit({ ...ctx, db }, { action: 'issue.create', subject: { type: 'issue', id, title: toAuditTitle(id, '') } })
    return getIssue({ ...ctx, db }, id)
  })
}

const BLANK_ISSUE = {
  intro: '',
  audience: '[]',
  rate: DEFAULT_RATE,
  state: 'draft',
  origin: null,
  html: null,
  plain: null,
  link_mark: null,
  scheduled_at: null,
  started_at: null,
  listed_at: null,
  finished_at: null,
  last_error: null,
} as const

/** Returns the title of an issue in the audit log. */
export const toAuditTitle = (id: number, subject: string): string => subject || `Issue ${id}`

export interface IssueChange {
  subject?: string | undefined
  intro?: string | undefined
  entries?: IssueEntry[] | undefined
  audience?: number[] | undefined
  rate?: number | undefined
  unchangedSince?: string | undefined
}

/** Changes an issue; during sending only its rate. @throws AppError 409 when its state forbids the change or it was changed meanwhile */
export async function changeIssue(
  ctx: Context,
  id: number,
  { entries, audience, rate, unchangedSince, ...textChange }: IssueChange,
): Promise<Issue> {
  const row = await getIssueRow(ctx, id)
  const hasContentChange = entries !== undefined || audience !== undefined || Object.keys(textChange).length > 0
  if (row.state === 'sent' || (hasContentChange && row.state !== 'draft' && row.state !== 'scheduled')) throw alreadySent(row.state)
  const change = {
    ...textChange,
    ...(entries ? { entries: JSON.stringify(entries) } : {}),
    ...(audience ? { audience: JSON.stringify([...new Set(audience)]) } : {}),
    ...(rate === undefined ? {} : { rate }),
    changed_at: createVersionAfter(row.changed_at),
  }
  return ctx.db.transaction().execute(async (db) => {
    const allowedStates = hasContentChange ? (['draft', 'scheduled'] as const) : (['draft', 'scheduled', 'sending', 'paused'] as const)
    await assertUnchanged({ db }, id, unchangedSince)
    if (!(await queries.updateIssue({ db }, id, allowedStates, change))) throw alreadySent(row.state)
    await recordAudit(
      { ...ctx, db },
      { action: 'issue.edit', subject: { type: 'issue', id, title: toAuditTitle(id, textChange.subject ?? row.subject) } },
    )
    return getIssue({ ...ctx, db }, id)
  })
}

/** Returns a time later than `previous`, because `changed_at` is the version for optimistic concurrency. */
const createVersionAfter = (previous: string): string => new Date(Math.max(Date.now(), Date.parse(previous) + 1)).toISOString()

/**
 * Locks the issue until the end of the transaction.
 * @param readVersion the `changedAt` that the client has read; undefined: neither locked nor checked
 * @throws AppError 409 when the issue has been changed since
 */
export async function assertUnchanged(ctx: Pick<Context, 'db'>, id: number, readVersion: string | undefined): Promise<void> {
  if (readVersion === undefined) return
  await lockRow(ctx.db, 'newsletter_issues', id)
  const { changed_at: changedAt } = await getIssueRow(ctx, id)
  if (Date.parse(changedAt) !== Date.parse(readVersion)) throw conflict('issue.changed', 'Someone else has changed this issue.')
}

const alreadySent = (state: queries.IssueRow['state']) =>
  conflict(
    'issue.gone_out',
    state === 'sent' ? 'This issue has already been sent.' : 'Sending has started, so this issue can no longer be changed.',
  )

export async function deleteIssue(ctx: Context, id: number): Promise<{ ok: true }> {
  const row = await getIssueRow(ctx, id)
  await ctx.db.transaction().execute(async (db) => {
    if (!(await queries.deleteIssueRow({ db }, id))) throw alreadySent((await getIssueRow({ db }, id)).state)
    await recordAudit({ ...ctx, db }, { action: 'issue.delete', subject: { type: 'issue', id, title: toAuditTitle(id, row.subject) } })
  })
  return { ok: true }
}

export async function previewIssue(ctx: Context, issue: { subject: string; intro: string; entries: IssueEntry[] }): Promise<IssuePreview> {
  const origin = ctx.caller?.origin ?? ''
  const mail = await writeIssueMail(ctx, origin, { ...issue, subject: issue.subject || 'No subject yet' }, null)
  return personalize(mail, `${origin}/newsletter`, `${origin}/newsletter`)
}

/**
 * Returns the origin for links in mails, which never comes from an untrusted Host header.
 * @throws AppError 409 when there is no trusted origin, because PUBLIC_URL is not set
 */
export function getMailOrigin(ctx: Context): string {
  const link = mailLink(ctx, '/')
  if (link === '/') throw conflict('issue.no_address', 'Emails need the address of the site. Ask the operator to set PUBLIC_URL.')
  return link.slice(0, -1)
}

/** @throws AppError 400 when the subject or all content is missing */
export function assertComplete({ subject, intro, entries }: Pick<queries.IssueRow, 'subject' | 'intro' | 'entries'>): void {
  if (!subject.trim()) throw badRequest('Subject is required', [{ path: 'subject', message: 'Subject is required' }])
  if (!intro.trim() && entries === '[]') throw badRequest('An empty issue', [{ path: 'intro', message: 'Enter a text, or add an entry' }])
}
