/**
 * Approves and rejects guests' reviews that contain a link. They are stored in a separate table until they are approved, so that no list,
 * rating, export or search can include one by mistake.
 */
import { recordAudit } from '#features/audit/audit.service.ts'
import { HIDE_REASONS, type HideReason } from '#features/reviews/moderation/hide-reason.policy.ts'
import { insertDecision } from '#features/reviews/moderation/review-moderation.queries.ts'
import { publishReview } from '#features/reviews/review-publication.service.ts'
import type { Review } from '#features/reviews/review.contract.ts'
import { getReviewRow } from '#features/reviews/review.queries.ts'
import { moveToTrash, restoreRows, type RestoreHook } from '#features/trash/trash.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { WaitingReview } from './review-approval.contract.ts'
import * as queries from './review-approval.queries.ts'

export const listWaitingReviews = (ctx: Context, paging: Paging): Promise<ListResult<WaitingReview>> =>
  queries.listWaitingReviewRows(ctx, paging)

export async function approveReview(ctx: Context, id: number): Promise<Review> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const row = await queries.takeWaitingReview(trxCtx, id)
    if (!row) throw notFound('review')
    const review = {
      productId: row.product_id,
      userId: GUEST_ID,
      rating: row.rating,
      title: row.title,
      content: row.content,
      ownedMonths: row.owned_months,
      createdAt: row.created_at,
      isVerified: false,
    }
    const reviewId = await publishReview(trxCtx, review)
    await recordAudit(trxCtx, { action: 'review.approve', subject: { type: 'review', id: reviewId, title: row.title } })
    return getReviewRow(trxCtx, reviewId)
  })
}

/** Moves a waiting review to the trash. Its author is a guest without an account, who cannot be notified. */
export async function rejectReview(ctx: Context, id: number, reason: HideReason): Promise<{ id: number; trashId: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const row = await queries.takeWaitingReview(trxCtx, id)
    if (!row) throw notFound('review')
    const trashId = await moveToTrash(trxCtx, {
      kind: 'waiting_review',
      subjectId: id,
      title: row.title,
      rows: { tables: [['waiting_reviews', [row]]] },
    })
    await recordAudit(trxCtx, {
      action: 'waiting_review.reject',
      subject: { type: 'waiting_review', id, title: row.title },
      after: { reason: HIDE_REASONS[reason] },
    })
    const at = new Date().toISOString()
    await insertDecision(trxCtx, { reviewId: id, action: 'rejected', reason, reviewedAt: row.created_at, at })
    return { id, trashId }
  })
}

/** Puts a rejected review back among the reviews that wait for approval. */
export const restoreWaitingReview: RestoreHook = async (ctx, { subjectId: id }, rows) => {
  await restoreRows(ctx, rows)
  const { created_at: reviewedAt } = await ctx.db
    .selectFrom('waiting_reviews')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await insertDecision(ctx, { reviewId: id, action: 'rejection_undone', reason: null, reviewedAt, at: new Date().toISOString() })
}
