/** Lets administrators hide reviews for a reason and reply to them. They cannot change the text or the rating of a review. Authors delete their own. */
import { lockRow } from '#db/lock-row.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import type { NewNotice } from '#features/notices/notice-kind.policy.ts'
import { sendNotices, originForMail, removeNoticesAbout } from '#features/notices/notice.service.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { getProductById, removeProductRating } from '#features/products/product.service.ts'
import { revokePoints } from '#features/reputation/reputation.service.ts'
import type { DeletedItem } from '#features/trash/trash.contract.ts'
import { moveToTrash, type TrashedRows } from '#features/trash/trash.service.ts'
import { newReviewKey } from '#features/watches/watch-notification.service.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { Review } from '#features/reviews/review.contract.ts'
import { removeOwnerQuestions } from '#features/reviews/updates/owner-question.service.ts'
import * as reviews from '#features/reviews/review.queries.ts'
import { HIDE_REASONS, type HideReason } from './hide-reason.policy.ts'
import * as queries from './review-moderation.queries.ts'

/** Returns a published review. */
export const findPublicReview = reviews.findReview

/** Returns the path to a review on its product's page. */
export const reviewPath = ({ id, productSlug }: Pick<Review, 'id' | 'productSlug'>): string =>
  `${pathTo('/products/:slug', { slug: productSlug }, { tab: 'reviews' })}#review-${id}`

/** Hides a review for a reason. @throws AppError 404 */
export const hideReview = (ctx: Context, id: number, explanation: HideExplanation): Promise<DeletedItem> =>
  ctx.db.transaction().execute((db) => removeReview({ ...ctx, db }, id, explanation))

export interface HideExplanation {
  reason: HideReason
  note?: string | undefined
}

/**
 * Hides a review in the caller's transaction.
 * @param isSilent whether the caller notifies the author
 */
export async function removeReview(
  trxCtx: Context,
  id: number,
  { reason, note }: HideExplanation,
  { isSilent = false }: { isSilent?: boolean } = {},
): Promise<DeletedItem> {
  const { review, productName, trashId } = await moveReviewToTrash(trxCtx, id)
  await recordAudit(trxCtx, {
    action: 'review.hide',
    subject: { type: 'review', id, title: review.title },
    after: { reason: HIDE_REASONS[reason], ...(note ? { note } : {}) },
  })
  const decidedAt = new Date().toISOString()
  await queries.insertDecision(trxCtx, { reviewId: id, action: 'hidden', reason, reviewedAt: review.created_at, at: decidedAt })
  const explanation = HIDE_REASONS[reason] + (note ? `. ${note}` : '')
  if (!isSilent)
    await notifyReviewAuthor(trxCtx, {
      userId: review.user_id,
      productId: review.product_id,
      kind: 'moderation',
      about: `review:${id}:hidden`,
      title: `Your review of ${productName} was hidden: ${explanation}`,
      path: '/about#reviews',
    })
  return { id, trashId }
}

/**
 * Moves a review with its votes, pictures and updates to the trash, takes its stars off the product's rating, and revokes the author's points. A restore
 * undoes all of this.
 * @throws AppError 404
 */
export async function moveReviewToTrash(trxCtx: Context, id: number) {
  // The product's row is locked first, as for a new review. The second of two concurrent calls then finds no review.
  await lockRow(trxCtx.db, 'products', (await getReview(trxCtx, id)).productId)
  const storedReview = await reviews.findReviewRow(trxCtx, id)
  if (!storedReview) throw notFound('review')
  const { review, votes, pictures, updates, waitingUpdates } = storedReview
  const { productName } = await reviews.getReviewRow(trxCtx, id)
  const rows: TrashedRows = {
    tables: [
      ['reviews', [review]],
      ['votes', votes],
      ['review_pictures', pictures],
      ['review_updates', updates],
      ['waiting_reviews', waitingUpdates],
    ],
  }
  const trashId = await moveToTrash(trxCtx, { kind: 'review', subjectId: id, title: review.title, rows, authorId: review.user_id })
  await reviews.deleteReviewRow(trxCtx, id)
  await removeNoticesAbout(trxCtx, newReviewKey(id))
  await removeProductRating(trxCtx, review.product_id, review.rating)
  await revokePoints(trxCtx, { type: 'review', id })
  await removeNoticesAbout(trxCtx, getReplyNoticeKey(id))
  await removeOwnerQuestions(trxCtx, id)
  await publishEvent(trxCtx, 'review.deleted', { id, productId: review.product_id, rating: review.rating })
  return { review, productName, trashId }
}

const getReplyNoticeKey = (id: number): string => `review:${id}:answer`

/** Sets the public reply to a review. A review has at most one, so a further call replaces it. */
export async function replyToReview(
  ctx: Context,
  id: number,
  { content, from }: { content: string; from: 'maker' | 'site' },
): Promise<Review> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const before = await getReview(trxCtx, id)
    await queries.updateReviewReply(trxCtx, id, { answer: content, answer_from: from, answered_at: new Date().toISOString() })
    await recordAudit(trxCtx, {
      action: 'review.answer',
      subject: { type: 'review', id, title: before.title },
      before: { answer: before.answer?.content ?? null, from: before.answer?.from ?? null },
      after: { answer: content, from },
    })
    if (!before.answer) {
      const replier = from === 'maker' ? 'The manufacturer' : ctx.site.settings.name
      await notifyReviewAuthor(trxCtx, {
        userId: before.userId,
        productId: before.productId,
        kind: 'answer',
        about: getReplyNoticeKey(id),
        title: `${replier} has replied to your review of ${before.productName}`,
        path: reviewPath(before),
      })
    }
    return reviews.getReviewRow(trxCtx, id)
  })
}

export async function removeReviewReply(ctx: Context, id: number): Promise<Review> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRow(db, 'reviews', id)
    const before = await getReview(trxCtx, id)
    if (!before.answer) return before
    await queries.updateReviewReply(trxCtx, id, { answer: null, answer_from: null, answered_at: null })
    await recordAudit(trxCtx, {
      action: 'review.remove_answer',
      subject: { type: 'review', id, title: before.title },
      before: { answer: before.answer.content, from: before.answer.from },
      after: { answer: null, from: null },
    })
    await removeNoticesAbout(trxCtx, getReplyNoticeKey(id))
    return reviews.getReviewRow(trxCtx, id)
  })
}

async function getReview(ctx: Pick<Context, 'db'>, id: number): Promise<Review> {
  const review = await reviews.findReview(ctx, id)
  if (!review) throw notFound('review')
  return review
}

/** Notifies the author of a review of `productId` about a decision or a reply. */
export async function notifyReviewAuthor(
  ctx: Context,
  { productId, ...notice }: Pick<NewNotice, 'userId' | 'about' | 'title' | 'path'> & { kind: 'answer' | 'moderation'; productId: number },
): Promise<void> {
  const { isDemo } = await getProductById(ctx, productId)
  const items = { firstItem: 0, lastItem: 0, items: 1 }
  await sendNotices(ctx, [{ ...notice, ...items, isDemo, origin: originForMail(ctx), actorId: ctx.viewer?.id ?? null }])
}
