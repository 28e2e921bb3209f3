/**
 * Approves and rejects reviews and updates of reviews that were screened out. They are stored in a separate table until they are approved, so that no list,
 * rating, export or search can include one by mistake.
 */
import { lockRow } from '#db/lock-row.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { hasCompletedEnquiry } from '#features/enquiries/enquiry.service.ts'
import { getProductById } from '#features/products/product.service.ts'
import { HIDE_REASONS, type HideReason } from '#features/reviews/moderation/hide-reason.policy.ts'
import { insertDecision } from '#features/reviews/moderation/review-moderation.queries.ts'
import { notifyReviewAuthor, reviewPath } from '#features/reviews/moderation/review-moderation.service.ts'
import { publishReview } from '#features/reviews/review-publication.service.ts'
import type { Review } from '#features/reviews/review.contract.ts'
import { countReviewsByUser, getReviewRow } from '#features/reviews/review.queries.ts'
import { UPDATE_PERIODS } from '#features/reviews/updates/review-update-period.policy.ts'
import { insertUpdate } from '#features/reviews/updates/review-update.queries.ts'
import { moveToTrash, restoreRows, type RestoreHook } from '#features/trash/trash.service.ts'
import { learnFromDecision } from '#features/trust/screening.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { conflict, notFound } from '#platform/contract/errors.ts'
import type { WaitingReview } from './review-approval.contract.ts'
import * as queries from './review-approval.queries.ts'

export const listWaitingReviews = (ctx: Context, paging: Paging): Promise<ListResult<WaitingReview>> =>
  queries.listWaitingReviewRows(ctx, paging)

/** @throws AppError 404, 409 if the author has posted another review or update meanwhile */
export async function approveReview(ctx: Context, id: number): Promise<Review> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    // The product's row is locked first, as when the author posts.
    const waiting = await queries.findWaitingReview(trxCtx, id)
    if (waiting) await lockRow(db, 'products', waiting.product_id)
    const row = await queries.takeWaitingReview(trxCtx, id)
    if (!row) throw notFound('review')
    await learnFromDecision(trxCtx, row.screening, true)
    const reviewId = row.review_id === null ? await publishWaitingReview(trxCtx, row) : await publishWaitingUpdate(trxCtx, row)
    const review = await getReviewRow(trxCtx, reviewId)
    await recordAudit(trxCtx, { action: 'review.approve', subject: { type: 'review', id: reviewId, title: review.title } })
    await notifyAuthor(trxCtx, row, `${describe(row, review.productName)} has been published`, reviewPath(review))
    return review
  })
}

async function publishWaitingReview(trxCtx: Context, row: queries.StoredWaitingReview): Promise<number> {
  const userId = row.user_id ?? GUEST_ID
  const review = {
    productId: row.product_id,
    userId,
    rating: row.rating,
    title: row.title,
    content: row.content,
    ownedMonths: row.owned_months,
    createdAt: row.created_at,
    isVerified: row.user_id !== null && (await hasCompletedEnquiry(trxCtx, userId, row.product_id)),
  }
  return publishReview(trxCtx, review, async () => {
    if (row.user_id !== null && (await countReviewsByUser(trxCtx, row.product_id, row.user_id)) > 0)
      throw conflict('review.already', 'This review cannot be published: its author has reviewed the product again.')
  })
}

async function publishWaitingUpdate(trxCtx: Context, row: queries.StoredWaitingReview): Promise<number> {
  const { review_id: reviewId, months, is_still_used: isStillUsed, rating, content } = row
  const period = UPDATE_PERIODS.find((known) => known === months)
  if (reviewId === null || period === undefined) throw notFound('review')
  if (!(await insertUpdate(trxCtx, reviewId, period, { isStillUsed: isStillUsed ?? true, rating, content }, row.created_at)))
    throw conflict('review.update_already', 'This update cannot be published: its author has added another one.')
  return reviewId
}

/** Moves a waiting review or update to the trash. Guests have no account and cannot be notified. */
export async function rejectReview(ctx: Context, id: number, reason: HideReason): Promise<{ id: number; trashId: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const row = await queries.takeWaitingReview(trxCtx, id)
    if (!row) throw notFound('review')
    const { name: productName } = await getProductById(trxCtx, row.product_id)
    const title = row.review_id === null ? row.title : `Update of a review of ${productName}`
    const trashId = await moveToTrash(trxCtx, {
      kind: 'waiting_review',
      subjectId: id,
      title,
      rows: { tables: [['waiting_reviews', [row]]] },
    })
    await recordAudit(trxCtx, {
      action: 'waiting_review.reject',
      subject: { type: 'waiting_review', id, title },
      after: { reason: HIDE_REASONS[reason] },
    })
    await learnFromDecision(trxCtx, row.screening, false)
    const at = new Date().toISOString()
    if (row.review_id === null) await insertDecision(trxCtx, { reviewId: id, action: 'rejected', reason, reviewedAt: row.created_at, at })
    const explanation = `has not been published: ${HIDE_REASONS[reason]}`
    await notifyAuthor(trxCtx, row, `${describe(row, productName)} ${explanation}`, '/about#reviews')
    return { id, trashId }
  })
}

const describe = ({ review_id: reviewId }: queries.StoredWaitingReview, productName: string): string =>
  reviewId === null ? `Your review of ${productName}` : `Your update about ${productName}`

async function notifyAuthor(trxCtx: Context, row: queries.StoredWaitingReview, title: string, path: string): Promise<void> {
  const { user_id: userId, product_id: productId } = row
  const about = `waiting-review:${row.id}`
  if (userId !== null) await notifyReviewAuthor(trxCtx, { userId, productId, kind: 'moderation', about, title, path })
}

/** Puts a rejected review back among the reviews that wait for approval. */
export const restoreWaitingReview: RestoreHook = async (ctx, { subjectId: id }, rows) => {
  await restoreRows(ctx, rows)
  const row = await queries.findWaitingReview(ctx, id)
  if (row?.review_id === null)
    await insertDecision(ctx, {
      reviewId: id,
      action: 'rejection_undone',
      reason: null,
      reviewedAt: row.created_at,
      at: new Date().toISOString(),
    })
}
