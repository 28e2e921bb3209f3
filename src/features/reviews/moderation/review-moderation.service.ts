/** Moderation of reviews by administrators: replies, and hiding for a reason. They cannot change reviews. */
import { lockRow } from '#db/lock-row.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { sendNotices, originForMail, removeNoticesAbout } from '#features/notices/notice.service.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { removeProductRating } from '#features/products/product.service.ts'
import { revokePoints } from '#features/reputation/reputation.service.ts'
import { moveToTrash, type TrashedRows } from '#features/trash/trash.service.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { Review } from '#features/reviews/review.contract.ts'
import * as reviews from '#features/reviews/review.queries.ts'
import { HIDE_REASONS, type HideReason } from './hide-reason.policy.ts'
import * as queries from './review-moderation.queries.ts'

/** Path of a review on its product's page. */
export const reviewPath = ({ id, productSlug }: Pick<Review, 'id' | 'productSlug'>): string =>
  `${pathTo('/products/:slug', { slug: productSlug }, { tab: 'reviews' })}#review-${id}`

/** Moves a review and its votes to the trash, and revokes its stars and points, which a restore brings back. */
export async function hideReview(
  ctx: Context,
  id: number,
  { reason, note }: { reason: HideReason; note?: string | undefined },
): Promise<{ id: number; trashId: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    // Locks the product's row first, as for a new review: of two concurrent calls the second finds no review.
    await lockRow(db, 'products', (await findReview(trxCtx, id)).productId)
    const stored = await reviews.findReviewRow(trxCtx, id)
    if (!stored) throw notFound('review')
    const { review, votes, pictures } = stored
    const { productName } = await reviews.getReviewRow(trxCtx, id)
    const rows: TrashedRows = {
      tables: [
        ['reviews', [review]],
        ['votes', votes],
        ['review_pictures', pictures],
      ],
    }
    const trashId = await moveToTrash(trxCtx, { kind: 'review', subjectId: id, title: review.title, rows })
    await recordAudit(trxCtx, {
      action: 'review.hide',
      subject: { type: 'review', id, title: review.title },
      after: { reason: HIDE_REASONS[reason], ...(note ? { note } : {}) },
    })
    const at = new Date().toISOString()
    await queries.insertDecision(trxCtx, { reviewId: id, action: 'hidden', reason, reviewedAt: review.created_at, at })
    await reviews.deleteReviewRow(trxCtx, id)
    await removeProductRating(trxCtx, review.product_id, review.rating)
    await revokePoints(trxCtx, { type: 'review', id })
    await removeNoticesAbout(trxCtx, replyTopic(id))
    const why = HIDE_REASONS[reason] + (note ? `. ${note}` : '')
    await notifyReviewAuthor(
      trxCtx,
      review.user_id,
      'moderation',
      `review:${id}:hidden`,
      `Your review of ${productName} was hidden: ${why}`,
      '/about#reviews',
    )
    await publishEvent(trxCtx, 'review.deleted', { id, productId: review.product_id, rating: review.rating })
    return { id, trashId }
  })
}

const replyTopic = (id: number): string => `review:${id}:answer`

/** Sets the public reply to a review; each review has one. */
export async function replyToReview(
  ctx: Context,
  id: number,
  { content, from }: { content: string; from: 'maker' | 'site' },
): Promise<Review> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const before = await findReview(trxCtx, id)
    await queries.updateReviewReply(trxCtx, id, { answer: content, answer_from: from, answered_at: new Date().toISOString() })
    await recordAudit(trxCtx, {
      action: 'review.answer',
      subject: { type: 'review', id, title: before.title },
      before: { answer: before.answer?.content ?? null, from: before.answer?.from ?? null },
      after: { answer: content, from },
    })
    if (!before.answer) {
      const who = from === 'maker' ? 'The manufacturer' : ctx.site.settings.name
      await notifyReviewAuthor(
        trxCtx,
        before.userId,
        'answer',
        replyTopic(id),
        `${who} has replied to your review of ${before.productName}`,
        reviewPath(before),
      )
    }
    return reviews.getReviewRow(trxCtx, id)
  })
}

export async function removeReviewReply(ctx: Context, id: number): Promise<Review> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRow(db, 'reviews', id)
    const before = await findReview(trxCtx, id)
    if (!before.answer) return before
    await queries.updateReviewReply(trxCtx, id, { answer: null, answer_from: null, answered_at: null })
    await recordAudit(trxCtx, {
      action: 'review.remove_answer',
      subject: { type: 'review', id, title: before.title },
      before: { answer: before.answer.content, from: before.answer.from },
      after: { answer: null, from: null },
    })
    await removeNoticesAbout(trxCtx, replyTopic(id))
    return reviews.getReviewRow(trxCtx, id)
  })
}

async function findReview(ctx: Pick<Context, 'db'>, id: number): Promise<Review> {
  const review = await reviews.findReview(ctx, id)
  if (!review) throw notFound('review')
  return review
}

/** Notifies the author of a review about a decision or a reply. */
export const notifyReviewAuthor = (
  ctx: Context,
  userId: number,
  kind: 'answer' | 'moderation',
  about: string,
  title: string,
  path: string,
) =>
  sendNotices(ctx, [
    {
      userId,
      kind,
      about,
      title,
      path,
      origin: originForMail(ctx),
      actorId: ctx.viewer?.id ?? null,
      firstItem: 0,
      lastItem: 0,
      items: 1,
    },
  ])
