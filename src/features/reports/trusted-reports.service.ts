/** Hides a post that several trusted members have reported as spam, until a moderator decides about its case. */
import { applyReplyChange } from '#features/forums/replies/reply-change.service.ts'
import { applyTopicChange } from '#features/forums/topic-change.service.ts'
import { originForMail, sendNotices } from '#features/notices/notice.service.ts'
import { SPAM_REPORT_LEVEL, SPAM_REPORTS_TO_HIDE } from '#features/trust/trust.policy.ts'
import type { Moderation } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import * as queries from './report.queries.ts'

/** Call it in the transaction of a report, with the case locked. The case stays open. */
export async function hideReportedSpam(trxCtx: Context, found: queries.CaseRow): Promise<void> {
  if ((found.kind !== 'topic' && found.kind !== 'reply') || found.hidden_at !== null) return
  if ((await queries.countSpamReports(trxCtx, found, SPAM_REPORT_LEVEL)) < SPAM_REPORTS_TO_HIDE) return
  await changeStatus(trxCtx, found, 'hidden')
  await queries.updateHiddenAt(trxCtx, found.id, new Date().toISOString())
  await sendNotices(trxCtx, [
    {
      userId: found.author_id,
      kind: 'moderation',
      about: `report:${found.id}:hidden`,
      title: `Your ${found.kind} was reported as spam by several experienced members. It is hidden until a moderator decides.`,
      path: '/about#guidelines',
      origin: originForMail(trxCtx),
      actorId: null,
      firstItem: 0,
      lastItem: 0,
      items: 1,
    },
  ])
}

/**
 * Shows a post again that `hideReportedSpam` has hidden, unless it was deleted or shown meanwhile. Call it in the transaction of a decision.
 * @param isSilent whether the author is notified of the decision anyway
 */
export async function showReportedPost(trxCtx: Context, found: queries.CaseRow, isSilent: boolean): Promise<void> {
  if (found.hidden_at === null || (await queries.findPostStatus(trxCtx, found)) !== 'hidden') return
  await changeStatus(trxCtx, found, 'visible', isSilent)
}

/** The reporters did not decide, so the audit log names no member. */
async function changeStatus(
  trxCtx: Context,
  { kind, subject_id: id }: queries.CaseRow,
  status: Moderation,
  isSilent = true,
): Promise<void> {
  const systemCtx = { ...trxCtx, viewer: null }
  if (kind === 'topic') await applyTopicChange(systemCtx, id, { status }, { isSilent, isAuthorized: true })
  if (kind === 'reply') await applyReplyChange(systemCtx, id, { status }, { isSilent, isAuthorized: true })
}
