/** Moderators decide about reported content. The decision, its effect, and the messages about it are one transaction. */
import { closeMember, restrictMember } from '#features/accounts/administration/member-sanction.service.ts'
import { withLastAdministratorCheck } from '#features/accounts/profile/personal-data/account-closure.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { applyReplyChange, removeReply } from '#features/forums/replies/reply-change.service.ts'
import { applyTopicChange, removeTopic } from '#features/forums/topic-change.service.ts'
import { removeReview } from '#features/reviews/moderation/review-moderation.service.ts'
import type { HideReason } from '#features/reviews/moderation/hide-reason.policy.ts'
import { moveReviewPictureToTrash } from '#features/reviews/pictures/review-pictures.service.ts'
import { takeOverDeletion } from '#features/trash/trash.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { toPostPictureRowId } from '#features/writing/pictures/post-picture-id.policy.ts'
import { removePicture } from '#features/writing/pictures/post-picture.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { AppError, badRequest, conflict, forbidden, notFound, unauthorized } from '#platform/contract/errors.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import {
  ACCOUNT_DECISIONS,
  DECISIONS,
  DECISIONS_OF_KIND,
  RESTRICTION_DAYS_MAX,
  type Decision,
  type DecisionReason,
} from '#features/reports/report-reason.policy.ts'
import * as cases from '#features/reports/report.queries.ts'
import { findSubject } from '#features/reports/subject.queries.ts'
import { showReportedPost } from '#features/reports/trusted-reports.service.ts'
import type { NewDecision, ReportCase } from './decision.contract.ts'
import { notifyParties } from './decision-notice.service.ts'
import { toReportCases } from './report-case.service.ts'
import * as queries from './decision.queries.ts'

export async function getReportCase(ctx: Context, id: number): Promise<ReportCase> {
  const found = await cases.findCase(ctx, id)
  const [shown] = found ? await toReportCases(ctx, [found]) : []
  if (!shown) throw notFound('report')
  return shown
}

export const alreadyDecided = (): AppError => conflict('report.decided', 'Another moderator has already decided about this.')

/**
 * Decides about an open case.
 * @throws AppError 400 if the decision is impossible for the subject, 403 `report.own` about the viewer's own content, 404, 409
 */
export async function decideReport(ctx: Context, id: number, input: NewDecision, features: AllFeatures): Promise<ReportCase> {
  const { viewer } = ctx
  if (!viewer) throw unauthorized()
  const found = await cases.findCase(ctx, id)
  if (!found) throw notFound('report')
  assertPossible(found, input)
  if (found.author_id === viewer.id) throw forbidden('report.own', 'You cannot decide about your own content.')
  const restrictedUntil = input.decision === 'restrict' ? endOfRestriction(input.until) : null
  return withLastAdministratorCheck(ctx, async (trxCtx) => {
    const at = new Date().toISOString()
    if (!(await cases.closeCase(trxCtx, id, at))) throw alreadyDecided()
    const subject = await findSubject(trxCtx, found.kind, found.subject_id)
    const seen = subject ?? found
    const { trashId } = await applyDecision(trxCtx, found, input, restrictedUntil, features)
    const decisionId = await queries.insertDecision(trxCtx, {
      case_id: id,
      decision: input.decision,
      reason: input.reason,
      text: input.text,
      title: seen.title,
      content: seen.content,
      restricted_until: restrictedUntil,
      trash_id: trashId,
      decided_by: viewer.id,
      decided_at: at,
    })
    await recordAudit(trxCtx, {
      action: `report.${input.decision}`,
      subject: { type: 'report', id, title: found.title },
      after: { decision: DECISIONS[input.decision].label, reason: input.reason, text: input.text },
    })
    await notifyParties(trxCtx, found, { ...input, id: decisionId, restrictedUntil })
    return getReportCase(trxCtx, id)
  })
}

function assertPossible({ kind, author_id: authorId }: cases.CaseRow, { decision }: NewDecision): void {
  const possible: readonly Decision[] = DECISIONS_OF_KIND[kind]
  const isImpossible = !possible.includes(decision) || (authorId === GUEST_ID && ACCOUNT_DECISIONS.includes(decision))
  if (isImpossible) {
    const message =
      authorId === GUEST_ID ? 'Guests have no account, so this decision is not possible.' : 'This decision is not possible here.'
    throw badRequest(message, [{ path: 'decision', message }])
  }
}

/** @param until YYYY-MM-DD, the last day @returns the end of that day, UTC @throws AppError 400 unless it is within a year from now */
function endOfRestriction(until = ''): string {
  const end = new Date(`${until}T23:59:59.000Z`)
  const days = (end.getTime() - Date.now()) / 86_400_000
  if (!(days > 0 && days <= RESTRICTION_DAYS_MAX)) {
    const message = 'Choose a date within a year from now.'
    throw badRequest(message, [{ path: 'until', message }])
  }
  return end.toISOString()
}

const HIDE_REASON_OF: Record<DecisionReason, HideReason> = {
  'no-breach': 'guidelines',
  illegal: 'unlawful',
  children: 'unlawful',
  harassment: 'insult',
  spam: 'spam',
  'undisclosed-interest': 'no_owner',
  'wrong-category': 'other_product',
  other: 'guidelines',
}

/** Decisions after which a post that reports have hidden is visible again, or is removed like a visible one. */
const SHOWING_DECISIONS: readonly Decision[] = ['keep', 'edit', 'warn', 'remove']

/** Applies the effect. A post that its author has deleted meanwhile stays deleted, and the author can no longer restore it. @returns the trash item of a removed subject */
async function applyDecision(
  ctx: Context,
  found: cases.CaseRow,
  { decision, reason, text }: NewDecision,
  restrictedUntil: string | null,
  features: AllFeatures,
): Promise<{ trashId: number | null }> {
  const { kind, subject_id: id, author_id: authorId } = found
  if (SHOWING_DECISIONS.includes(decision)) await showReportedPost(ctx, found, decision !== 'keep')
  if (decision === 'restrict') await restrictMember(ctx, authorId, restrictedUntil)
  if (decision === 'close') await closeMember(ctx, authorId, features)
  if (decision !== 'hide' && decision !== 'remove') return { trashId: null }
  if (!(await findSubject(ctx, kind, id)))
    return { trashId: kind === 'topic' || kind === 'reply' || kind === 'review' ? await takeOverDeletion(ctx, kind, id) : null }
  // The notice about the decision replaces the one that these changes send by default.
  const options = { isSilent: true }
  if (kind === 'picture') {
    const rowId = toPostPictureRowId(id)
    return { trashId: rowId === undefined ? await moveReviewPictureToTrash(ctx, id) : await removePicture(ctx, rowId) }
  }
  if (kind === 'review') return removeReview(ctx, id, { reason: HIDE_REASON_OF[reason], note: text || undefined }, options)
  if (kind === 'topic') {
    if (decision === 'remove') return removeTopic(ctx, id)
    await applyTopicChange(ctx, id, { status: 'hidden' }, options)
  }
  if (kind === 'reply') {
    if (decision === 'remove') return removeReply(ctx, id)
    await applyReplyChange(ctx, id, { status: 'hidden' }, options)
  }
  return { trashId: null }
}
