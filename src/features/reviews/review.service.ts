import { awardPoints, reinstatePoints, revokePoints } from '#features/reputation/reputation.service.ts'
import { moveToTrash, restoreRows, type RestoreHook, type TrashedRows } from '#features/trash/trash.service.ts'
import { hasCompletedEnquiry } from '#features/enquiries/enquiry.service.ts'
import { addProductRating, getProductById, removeProductRating } from '#features/products/product.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { actingUserId, markActive } from '#features/users/user.service.ts'
import type { Context } from '#platform/context.ts'
import type { ListResult, Paging } from '#platform/endpoint.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { NewReview, Review } from './review.contract.ts'
import * as queries from './review.queries.ts'

export const listReviews = (ctx: Context, { productId, userId, ...paging }: Paging & queries.ReviewFilter): Promise<ListResult<Review>> =>
  queries.listReviewRows(ctx, { productId, userId }, paging)

export async function getRatingSpread(ctx: Context, productId: number) {
  return { productId, counts: await queries.countReviewsByRating(ctx, productId) }
}

/**
 * Stores the review and what it does to the product's average together. Verified is who has a completed enquiry about it.
 * A member has one review of a product, or one voice would count as many. All guests share one account, and two of them are not
 * to be told apart: for them the guidelines say it, and the limit on posts sees to the worst.
 * @throws AppError 409 for a second one
 */
export async function postReview(ctx: Context, input: NewReview): Promise<Review> {
  const userId = actingUserId(ctx, input.userId)
  const product = await getProductById(ctx, input.productId)
  const isVerified = ctx.viewer !== null && (await hasCompletedEnquiry(ctx, userId, product.id))
  const createdAt = new Date().toISOString()

  const id = await ctx.db.transaction().execute(async (db) => {
    // The product's row first: of two that are posted at once the second waits here, and then sees the first.
    await addProductRating({ db }, product.id, input.rating)
    if (userId !== GUEST_ID && (await queries.countReviewsByUser({ db }, product.id, userId)) > 0)
      throw conflict('review.already', 'You have reviewed this product already.')
    const made = await queries.insertReview({ db }, { ...input, userId, createdAt, isVerified })
    await awardPoints({ db }, userId, 'review', { type: 'review', id: made })
    await markActive({ db }, userId, createdAt)
    return made
  })
  return queries.getReviewRow(ctx, id)
}

/** Removes a review with the votes on it; its stars and points go too, and come back with it. */
export async function deleteReview(ctx: Context, id: number): Promise<{ id: number; trashId: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const kept = await queries.findReviewRow(inside, id)
    if (!kept) throw notFound('review')
    const { review, votes } = kept
    const rows: TrashedRows = {
      tables: [
        ['reviews', [review]],
        ['votes', votes],
      ],
    }
    const trashId = await moveToTrash(inside, { kind: 'review', subjectId: id, title: review.title, rows })
    await queries.deleteReviewRow(inside, id)
    await removeProductRating(inside, review.product_id, review.rating)
    await revokePoints(inside, { type: 'review', id })
    return { id, trashId }
  })
}

export const restoreReview: RestoreHook = async (ctx, { subjectId: id }, rows) => {
  await restoreRows(ctx, rows)
  const kept = await queries.findReviewRow(ctx, id)
  if (!kept) throw notFound('review')
  const { review } = kept
  await addProductRating(ctx, review.product_id, review.rating)
  if (review.user_id !== GUEST_ID && (await queries.countReviewsByUser(ctx, review.product_id, review.user_id)) > 1)
    throw conflict('review.already', 'This cannot be brought back: its writer has reviewed the product again since.')
  const post = { userId: review.user_id, reason: 'review', upvotes: review.upvotes, downvotes: review.downvotes } as const
  await reinstatePoints(ctx, post, { type: 'review', id })
}
