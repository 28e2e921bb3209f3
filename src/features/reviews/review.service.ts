import { hasCompletedEnquiry } from '#features/enquiries/enquiry.service.ts'
import { addRating, getProductById } from '#features/products/product.service.ts'
import { actingUserId, markActive } from '#features/users/user.service.ts'
import type { Context } from '#platform/context.ts'
import type { Listed, Paging } from '#platform/endpoint.ts'
import type { NewReview, Review } from './review.contract.ts'
import * as queries from './review.queries.ts'

export const listReviews = (ctx: Context, { productId, ...paging }: Paging & { productId?: number | undefined }): Promise<Listed<Review>> =>
  queries.list(ctx, productId, paging)

export const listRecentReviews = (ctx: Context, limit: number): Promise<Review[]> => queries.listRecent(ctx, limit)

export async function getRatingSpread(ctx: Context, productId: number) {
  return { productId, counts: await queries.spread(ctx, productId) }
}

/** Stores the review and what it does to the product's average together. Verified is who has a completed enquiry about it. */
export async function postReview(ctx: Context, input: NewReview): Promise<Review> {
  const userId = actingUserId(ctx, input.userId)
  const product = await getProductById(ctx, input.productId)
  const isVerified = ctx.viewer !== null && (await hasCompletedEnquiry(ctx, userId, product.id))
  const { rating, title, content } = input
  const createdAt = new Date().toISOString()

  const id = await ctx.db.transaction().execute(async (db) => {
    const made = await queries.insert({ db }, { productId: product.id, userId, rating, title, content, createdAt, isVerified })
    await addRating({ db }, product.id, rating)
    await markActive({ db }, userId, createdAt)
    return made
  })
  return queries.get(ctx, id)
}
