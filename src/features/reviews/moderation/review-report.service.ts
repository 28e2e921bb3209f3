/** Counts for the public page about the moderation of reviews, computed from the stored rows. */
import type { Context } from '#platform/contract/context.ts'
import { HIDE_REASON_KEYS, type HideReason } from './hide-reason.policy.ts'
import type { ReviewReport } from './review-moderation.contract.ts'
import * as queries from './review-moderation.queries.ts'

/** Midnight UTC of the same day last year, so that a cached response stays valid all day. */
export function twelveMonthsBefore(now: Date): string {
  const at = new Date(now)
  at.setUTCFullYear(at.getUTCFullYear() - 1)
  at.setUTCHours(0, 0, 0, 0)
  return at.toISOString()
}

export async function getReviewReport(ctx: Pick<Context, 'db'>): Promise<ReviewReport> {
  const since = twelveMonthsBefore(new Date())
  const counts = await queries.countReviewsSince(ctx, since)
  const hidden = new Map<number, HideReason>()
  const rejected = new Map<number, HideReason>()
  let evidenceRefused = 0
  for (const { reviewId, action, reason } of await queries.listDecisionsSince(ctx, since)) {
    if (action === 'hidden' && reason) hidden.set(reviewId, reason)
    if (action === 'restored') hidden.delete(reviewId)
    if (action === 'rejected' && reason) rejected.set(reviewId, reason)
    if (action === 'rejection_undone') rejected.delete(reviewId)
    if (action === 'evidence_refused') evidenceRefused += 1
  }
  const reasons = [...hidden.values(), ...rejected.values()]
  return {
    ...counts,
    since,
    received: counts.published + reasons.length,
    refused: reasons.length,
    refusedBy: HIDE_REASON_KEYS.map((reason) => ({ reason, count: reasons.filter((one) => one === reason).length })),
    evidenceRefused,
  }
}
