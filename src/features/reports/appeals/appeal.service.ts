/** Appeals: each party may appeal once, and another moderator decides where there is one. */
import { countOtherAdministrators, restrictMember } from '#features/accounts/administration/member-sanction.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { applyReplyChange } from '#features/forums/replies/reply-change.service.ts'
import { applyTopicChange } from '#features/forums/topic-change.service.ts'
import { sendNotices, originForMail } from '#features/notices/notice.service.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { issueToken } from '#features/accounts/passwords/token.service.ts'
import { collectTrashHooks } from '#features/trash/trash-hooks.service.ts'
import { restoreTrashItem } from '#features/trash/trash.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { conflict, forbidden, notFound, unauthorized, type AppError } from '#platform/contract/errors.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import { findDecision, type NamedDecision } from '#features/reports/decisions/decision.queries.ts'
import { findParty, isAppealable, toNotice } from '#features/reports/decisions/decision-notice.service.ts'
import type { DecisionNotice } from '#features/reports/decisions/decision.contract.ts'
import { toDecision } from '#features/reports/decisions/report-case.service.ts'
import { APPEAL_DAYS, APPEAL_TARGET_HOURS } from '#features/reports/report-reason.policy.ts'
import { appealMail } from '#features/reports/report.mail.ts'
import * as cases from '#features/reports/report.queries.ts'
import type { Appeal, NewAppeal } from './appeal.contract.ts'
import * as queries from './appeal.queries.ts'

const HOUR_MS = 3_600_000
const dueAfterHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
const alreadyAppealed = (): AppError => conflict('appeal.repeated', 'You have already appealed against this decision.')

/** @throws AppError 401, 404 for the decision, 403 `appeal.impossible`, 409 `appeal.repeated` */
export async function fileAppeal(ctx: Context, { token, decisionId, text }: NewAppeal): Promise<DecisionNotice> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const party = await findParty(trxCtx, token ?? String(decisionId))
    if (!isAppealable(party.role, party.decision)) throw forbidden('appeal.impossible', 'You cannot appeal against this decision.')
    const isFiled = await queries.insertAppeal(trxCtx, {
      decision_id: party.decision.id,
      party: party.party,
      user_id: party.userId,
      text,
      due_at: dueAfterHours(APPEAL_TARGET_HOURS),
      created_at: new Date().toISOString(),
    })
    if (!isFiled) throw alreadyAppealed()
    return toNotice(trxCtx, party)
  })
}

export async function listAppeals(
  ctx: Context,
  { status, ...paging }: Paging & { status: 'open' | 'decided' },
): Promise<ListResult<Appeal>> {
  const { items, total } = await queries.listAppealRows(ctx, status, paging)
  const shown = await Promise.all(items.map((row) => toAppeal(ctx, row)))
  return { items: shown.filter((appeal) => appeal !== undefined), total }
}

async function toAppeal(ctx: Context, row: queries.NamedAppeal): Promise<Appeal | undefined> {
  const decision = await findDecision(ctx, row.decision_id)
  const found = decision && (await cases.findCase(ctx, decision.caseId))
  if (!decision || !found) return undefined
  return {
    id: row.id,
    role: row.party === 'author' ? 'author' : 'reporter',
    username: row.username,
    text: row.text,
    dueAt: row.due_at,
    createdAt: row.created_at,
    outcome: row.outcome,
    outcomeText: row.outcome_text,
    decidedBy: row.decidedBy,
    decidedAt: row.decided_at,
    decision: toDecision(decision),
    case: {
      id: found.id,
      kind: found.kind,
      subjectId: found.subject_id,
      path: found.path,
      title: decision.title,
      content: decision.content,
    },
  }
}

/**
 * Decides about an appeal. If it is overturned, the effect of the decision is undone, or the case is open again for a reporter.
 * @throws AppError 403 `appeal.own`, `appeal.other_moderator`; 404; 409 `appeal.decided`
 */
export async function decideAppeal(
  ctx: Context,
  id: number,
  { outcome, text }: { outcome: 'upheld' | 'overturned'; text: string },
  features: AllFeatures,
): Promise<Appeal> {
  const { viewer } = ctx
  if (!viewer) throw unauthorized()
  const appeal = await queries.findAppealById(ctx, id)
  const decision = appeal && (await findDecision(ctx, appeal.decision_id))
  const found = decision && (await cases.findCase(ctx, decision.caseId))
  if (!appeal || !decision || !found) throw notFound('appeal')
  if (appeal.user_id === viewer.id || found.author_id === viewer.id)
    throw forbidden('appeal.own', 'You cannot decide about your own appeal or content.')
  const excluded = [decision.decidedById ?? 0, found.author_id, appeal.user_id ?? 0]
  if (decision.decidedById === viewer.id && (await countOtherAdministrators(ctx, excluded)) > 0)
    throw forbidden('appeal.other_moderator', 'Another moderator must decide about an appeal against your decision.')
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const decided = { outcome, outcome_text: text, decided_by: viewer.id, decided_at: new Date().toISOString() }
    if (!(await queries.updateOutcome(trxCtx, id, decided)))
      throw conflict('appeal.decided', 'Another moderator has already decided about this appeal.')
    if (outcome === 'overturned') await undoDecision(trxCtx, found, decision, features)
    await recordAudit(trxCtx, {
      action: `report.appeal_${outcome}`,
      subject: { type: 'report', id: found.id, title: found.title },
      after: { outcome, text },
    })
    await notifyAppellant(trxCtx, appeal, { isOverturned: outcome === 'overturned', text })
    const updated = await queries.findAppealById(trxCtx, id)
    const shown = updated && (await toAppeal(trxCtx, updated))
    if (!shown) throw notFound('appeal')
    return shown
  })
}

/** A closed account cannot be opened again: its data is erased. */
async function undoDecision(ctx: Context, found: cases.CaseRow, decision: NamedDecision, features: AllFeatures): Promise<void> {
  if (decision.decision === 'keep') await cases.reopenCase(ctx, found, dueAfterHours(APPEAL_TARGET_HOURS))
  if (decision.decision === 'restrict') await restrictMember(ctx, found.author_id, null)
  if (decision.trashId !== null) await restoreTrashItem(ctx, decision.trashId, collectTrashHooks(features).restore)
  else if (decision.decision === 'hide' && found.kind === 'topic')
    await applyTopicChange(ctx, found.subject_id, { status: 'visible' }, { isSilent: true })
  else if (decision.decision === 'hide' && found.kind === 'reply')
    await applyReplyChange(ctx, found.subject_id, { status: 'visible' }, { isSilent: true })
}

async function notifyAppellant(ctx: Context, appeal: queries.AppealRow, outcome: { isOverturned: boolean; text: string }): Promise<void> {
  if (appeal.user_id !== null)
    return sendNotices(ctx, [
      {
        userId: appeal.user_id,
        kind: 'moderation',
        about: `appeal:${appeal.id}`,
        title: `${outcome.isOverturned ? 'Your appeal was successful' : 'We checked the decision again, and it stays'}: ${outcome.text}`,
        path: pathTo('/decisions/:slug', { slug: String(appeal.decision_id) }),
        origin: originForMail(ctx),
        actorId: ctx.viewer?.id ?? null,
        firstItem: 0,
        lastItem: 0,
        items: 1,
      },
    ])
  const reportId = Number(appeal.party.split(':')[1])
  const [report] = (await cases.listReportsOfDecision(ctx, appeal.decision_id)).filter(({ id }) => id === reportId)
  if (!report?.email) return
  const purpose = `decision:${appeal.decision_id}:${reportId}`
  const key = await issueToken(ctx, { purpose, userId: null, email: report.email }, APPEAL_DAYS * 24 * HOUR_MS)
  const link = mailLink(ctx, `/decisions/${appeal.decision_id}~${key}`)
  await sendMail(ctx, appealMail, { ...outcome, link }, { to: report.email })
}
