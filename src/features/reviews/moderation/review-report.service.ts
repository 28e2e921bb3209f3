/** Computes the public report about the moderation of reviews from the stored reviews and decisions. */
import type { Context } from '#platform/contract/context.ts'
import { HIDE_REASON_KEYS, type HideReason } from './hide-reason.policy.ts'
import type { ReviewReport } from './review-moderation.contract.ts'
import * as queries from './review-moderation.queries.ts'

/** Returns midnight UTC of the same day a year earlier (of 1 March for 29 February), so that a cached response stays valid all day. */
export function twelveMonthsBefore(now: Date): string {
  const start = new Date(now)
  start.setUTCFullYear(start.getUTCFullYear() - 1)
  start.setUTCHours(0, 0, 0, 0)
  return start.toISOString()
}

export async function getReviewReport(ctx: Pick<Context, 'db'>): Promise<ReviewReport> {
  const since = twelveMonthsBefore(new Date())
  const counts = await queries.countReviewsSince(ctx, since)
  const hideReasons = new Map<number, HideReason>()
  const rejectReasons = new Map<number, HideReason>()
  let evidenceRefused = 0
  for (const { reviewId, action, reason } of await queries.listDecisionsSince(ctx, since)) {
    if (action === 'hidden' && reason) hideReasons.set(reviewId, reason)
    if (action === 'restored') hideReasons.delete(reviewId)
    if (action === 'rejected' && reason) rejectReasons.set(reviewId, reason)
    if (action === 'rejection_undone') rejectReasons.delete(reviewId)
    if (action === 'evidence_refused') evidenceRefused += 1
  }
  const reasons = [...hideReasons.values(), ...rejectReasons.values()]
  return {
    ...counts,
    since,
    received: counts.published + reasons.length,
    refused: reasons.length,
    refusedBy: HIDE_REASON_KEYS.map((reason) => ({ reason, count: reasons.filter((refusal) => refusal === reason).length })),
    evidenceRefused,
  }
}
