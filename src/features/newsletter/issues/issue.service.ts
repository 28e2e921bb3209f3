/** Writing the issues of the newsletter. What goes out, and when, is in issue-sending.service.ts. */
import { lockRow } from '#db/lock-row.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { mailLink } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { badRequest, conflict, notFound } from '#platform/contract/errors.ts'
import { listActivity } from './activity/activity.service.ts'
import { personalize, writeIssueMail } from './sending/issue-mail.service.ts'
import type { Issue, IssueEntry, IssuePreview } from './issue.contract.ts'
import { USUAL_RATE } from './issue.policy.ts'
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
    const made = await queries.insertIssue(
      { db },
      { ...BLANK, subject: '', entries: JSON.stringify(entries), created_at: now, changed_at: now },
    )
    await recordAudit({ ...ctx, db }, { action: 'issue.create', subject: { type: 'issue', id: made, title: titleOf(made, '') } })
    return getIssue({ ...ctx, db }, made)
  })
}

const BLANK = {
  intro: '',
  audience: '[]',
  rate: USUAL_RATE,
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

/** As the audit log calls it. */
export const titleOf = (id: number, subject: string): string => subject || `Issue ${id}`

export interface IssueChange {
  subject?: string | undefined
  intro?: string | undefined
  entries?: IssueEntry[] | undefined
  audience?: number[] | undefined
  rate?: number | undefined
  unchangedSince?: string | undefined
}

/** What goes out is as it was sent; only how fast can be changed. */
export async function changeIssue(
  ctx: Context,
  id: number,
  { entries, audience, rate, unchangedSince, ...text }: IssueChange,
): Promise<Issue> {
  const row = await getIssueRow(ctx, id)
  const isText = entries !== undefined || audience !== undefined || Object.keys(text).length > 0
  if (row.state === 'sent' || (isText && row.state !== 'draft' && row.state !== 'scheduled')) throw gone(row.state)
  const change = {
    ...text,
    ...(entries ? { entries: JSON.stringify(entries) } : {}),
    ...(audience ? { audience: JSON.stringify([...new Set(audience)]) } : {}),
    ...(rate === undefined ? {} : { rate }),
    changed_at: timeAfter(row.changed_at),
  }
  return ctx.db.transaction().execute(async (db) => {
    const from = isText ? (['draft', 'scheduled'] as const) : (['draft', 'scheduled', 'sending', 'paused'] as const)
    await assertUnchanged({ db }, id, unchangedSince)
    if (!(await queries.updateIssue({ db }, id, from, change))) throw gone(row.state)
    await recordAudit(
      { ...ctx, db },
      { action: 'issue.edit', subject: { type: 'issue', id, title: titleOf(id, text.subject ?? row.subject) } },
    )
    return getIssue({ ...ctx, db }, id)
  })
}

/** Never that of the state before, by which writers know whether somebody else has saved. */
const timeAfter = (before: string): string => new Date(Math.max(Date.now(), Date.parse(before) + 1)).toISOString()

/** Holds the issue for the rest of the transaction. @throws AppError 409 when it has been saved since */
export async function assertUnchanged(ctx: Pick<Context, 'db'>, id: number, since: string | undefined): Promise<void> {
  if (since === undefined) return
  await lockRow(ctx.db, 'newsletter_issues', id)
  const { changed_at: changedAt } = await getIssueRow(ctx, id)
  if (Date.parse(changedAt) !== Date.parse(since)) throw conflict('issue.changed', 'Somebody else has changed this issue in the meantime.')
}

const gone = (state: queries.IssueRow['state']) =>
  conflict('issue.gone_out', state === 'sent' ? 'This issue has gone out.' : 'This issue is going out. Pausing it does not change it.')

export async function deleteIssue(ctx: Context, id: number): Promise<{ ok: true }> {
  const row = await getIssueRow(ctx, id)
  await ctx.db.transaction().execute(async (db) => {
    if (!(await queries.deleteIssueRow({ db }, id))) throw gone((await getIssueRow({ db }, id)).state)
    await recordAudit({ ...ctx, db }, { action: 'issue.delete', subject: { type: 'issue', id, title: titleOf(id, row.subject) } })
  })
  return { ok: true }
}

export async function previewIssue(ctx: Context, issue: { subject: string; intro: string; entries: IssueEntry[] }): Promise<IssuePreview> {
  const origin = ctx.caller?.origin ?? ''
  const mail = await writeIssueMail(ctx, origin, { ...issue, subject: issue.subject || 'No subject yet' }, null)
  return personalize(mail, `${origin}/newsletter`, `${origin}/newsletter`)
}

/**
 * What links in mails begin with. A host that only the request claims is in no mail.
 * @throws AppError 409 where nobody has said what the site's own address is
 */
export function getOwnOrigin(ctx: Context): string {
  const link = mailLink(ctx, '/')
  if (link === '/') throw conflict('issue.no_address', 'Mails need the site’s own address: whoever runs it sets PUBLIC_URL.')
  return link.slice(0, -1)
}

/** @throws AppError 400 for what nobody would want to get */
export function assertWhole({ subject, intro, entries }: Pick<queries.IssueRow, 'subject' | 'intro' | 'entries'>): void {
  if (!subject.trim()) throw badRequest('Subject is required', [{ path: 'subject', message: 'Subject is required' }])
  if (!intro.trim() && entries === '[]')
    throw badRequest('An empty issue', [{ path: 'intro', message: 'Write something, or add an entry' }])
}
