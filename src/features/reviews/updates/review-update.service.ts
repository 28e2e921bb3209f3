/** Stores how a product is going for the author of a review. Updates are hidden and restored with their review. */
import { lockRow } from '#db/lock-row.ts'
import { admitPost, screenPost } from '#features/trust/screening.service.ts'
import { recordActivity } from '#features/users/user.service.ts'
import { assertNoWaitingUpdate, holdUpdate } from '#features/reviews/approval/waiting-review.service.ts'
import { getOwnReview } from '#features/reviews/evidence/review-evidence.service.ts'
import type { Review } from '#features/reviews/review.contract.ts'
import * as reviews from '#features/reviews/review.queries.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict, notFound } from '#platform/contract/errors.ts'
import type { NewReviewUpdate } from './review-update.contract.ts'
import { removeOwnerQuestions } from './owner-question.service.ts'
import { findUpdatePeriod } from './review-update-period.policy.ts'
import * as queries from './review-update.queries.ts'

/**
 * @throws AppError 403 for reviews of others, 404, 409 less than a year after the review and for a second update of a period, and as
 * `admitPost`
 */
export async function postReviewUpdate(ctx: Context, id: number, update: NewReviewUpdate): Promise<Review> {
  const review = await getOwnReview(ctx, id)
  const { productId, userId, createdAt } = review
  const now = Date.now()
  const months = findUpdatePeriod(createdAt, now)
  if (months === undefined) throw conflict('review.update_early', 'You can add an update 12 months after your review.')
  const { content, typingMs, homepage } = update
  const draft = await screenPost(ctx, userId, { kind: 'review-update', content, typingMs, homepage })
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const { status, screening, waitingFor } = await admitPost(trxCtx, draft)
    // The product's row is locked first, as when a review moves to the trash, so that no update is lost in between.
    await lockRow(db, 'products', productId)
    if (!(await reviews.findReview({ db }, id))) throw notFound('review')
    const at = new Date(now).toISOString()
    if (await queries.hasUpdate({ db }, id, months))
      throw conflict('review.update_already', `You have already added your update after ${months} months.`)
    await assertNoWaitingUpdate(trxCtx, id)
    if (status === 'waiting') await holdUpdate(trxCtx, review, { ...update, months, createdAt: at, screening })
    else await queries.insertUpdate({ db }, id, months, update, at)
    await removeOwnerQuestions({ db }, id)
    await recordActivity({ db }, userId, at)
    return { ...(await reviews.getReviewRow({ db }, id)), ...(waitingFor ? { waitingFor } : {}) }
  })
}

export async function deleteReviewUpdate(ctx: Context, id: number, updateId: number): Promise<Review> {
  await getOwnReview(ctx, id)
  return ctx.db.transaction().execute(async (db) => {
    if (!(await queries.deleteUpdate({ db }, id, updateId))) throw notFound('update')
    return reviews.getReviewRow({ db }, id)
  })
}
