/** What an administrator may do to a review: answer it, and hide it for a reason. There is no way to change one. */
import { lockRow } from '#db/lock-row.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { sendNotices, originForMail, removeNoticesAbout } from '#features/notices/notice.service.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { removeProductRating } from '#features/products/product.service.ts'
import { revokePoints } from '#features/reputation/reputation.service.ts'
import { moveToTrash, type TrashedRows } from '#features/trash/trash.service.ts'
import { announceEvent } from '#features/webhooks/webhook-event.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { Review } from '#features/reviews/review.contract.ts'
import * as reviews from '#features/reviews/review.queries.ts'
import { HIDE_REASONS, type HideReason } from './hide-reason.policy.ts'
import * as queries from './review-moderation.queries.ts'

/** Where one review of a product stands. */
export const reviewPath = ({ id, productSlug }: Pick<Review, 'id' | 'productSlug'>): string =>
  `${pathTo('/products/:slug', { slug: productSlug }, { tab: 'reviews' })}#review-${id}`

/** Removes a review with the votes on it; its stars and points go too, and come back with it. */
export async function hideReview(
  ctx: Context,
  id: number,
  { reason, note }: { reason: HideReason; note?: string | undefined },
): Promise<{ id: number; trashId: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    // The product's row first, as for a new one: of two who hide the review at once the second finds none.
    await lockRow(db, 'products', (await findReview(inside, id)).productId)
    const kept = await reviews.findReviewRow(inside, id)
    if (!kept) throw notFound('review')
    const { review, votes, pictures } = kept
    const { productName } = await reviews.getReviewRow(inside, id)
    const rows: TrashedRows = {
      tables: [
        ['reviews', [review]],
        ['votes', votes],
        ['review_pictures', pictures],
      ],
    }
    const trashId = await moveToTrash(inside, { kind: 'review', subjectId: id, title: review.title, rows })
    await recordAudit(inside, {
      action: 'review.hide',
      subject: { type: 'review', id, title: review.title },
      after: { reason: HIDE_REASONS[reason], ...(note ? { note } : {}) },
    })
    const at = new Date().toISOString()
    await queries.insertDecision(inside, { reviewId: id, action: 'hidden', reason, reviewedAt: review.created_at, at })
    await reviews.deleteReviewRow(inside, id)
    await removeProductRating(inside, review.product_id, review.rating)
    await revokePoints(inside, { type: 'review', id })
    await removeNoticesAbout(inside, aboutAnswer(id))
    const why = HIDE_REASONS[reason] + (note ? `. ${note}` : '')
    await notifyReviewWriter(
      inside,
      review.user_id,
      'moderation',
      `review:${id}:hidden`,
      `Your review of ${productName} was hidden: ${why}`,
      '/about#reviews',
    )
    await announceEvent(inside, 'review.deleted', { id, productId: review.product_id, rating: review.rating })
    return { id, trashId }
  })
}

const aboutAnswer = (id: number): string => `review:${id}:answer`

/** The one public answer to a review; what was there before is replaced. */
export async function answerReview(
  ctx: Context,
  id: number,
  { content, from }: { content: string; from: 'maker' | 'site' },
): Promise<Review> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const before = await findReview(inside, id)
    await queries.updateAnswer(inside, id, { answer: content, answer_from: from, answered_at: new Date().toISOString() })
    await recordAudit(inside, {
      action: 'review.answer',
      subject: { type: 'review', id, title: before.title },
      before: { answer: before.answer?.content ?? null, from: before.answer?.from ?? null },
      after: { answer: content, from },
    })
    if (!before.answer) {
      const who = from === 'maker' ? 'The maker' : ctx.site.settings.name
      await notifyReviewWriter(
        inside,
        before.userId,
        'answer',
        aboutAnswer(id),
        `${who} has answered your review of ${before.productName}`,
        reviewPath(before),
      )
    }
    return reviews.getReviewRow(inside, id)
  })
}

export async function removeAnswer(ctx: Context, id: number): Promise<Review> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await lockRow(db, 'reviews', id)
    const before = await findReview(inside, id)
    if (!before.answer) return before
    await queries.updateAnswer(inside, id, { answer: null, answer_from: null, answered_at: null })
    await recordAudit(inside, {
      action: 'review.remove_answer',
      subject: { type: 'review', id, title: before.title },
      before: { answer: before.answer.content, from: before.answer.from },
      after: { answer: null, from: null },
    })
    await removeNoticesAbout(inside, aboutAnswer(id))
    return reviews.getReviewRow(inside, id)
  })
}

async function findReview(ctx: Pick<Context, 'db'>, id: number): Promise<Review> {
  const review = await reviews.findReview(ctx, id)
  if (!review) throw notFound('review')
  return review
}

/** Tells the writer of a review what became of it. */
export const notifyReviewWriter = (
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
