import { isDeepStrictEqual } from 'node:util'
import { countGuestPost } from '#features/counting/guest-limit.service.ts'
import { lockRow } from '#db/lock-row.ts'
import { reinstatePoints } from '#features/reputation/reputation.service.ts'
import { restoreRows, type RestoreHook } from '#features/trash/trash.service.ts'
import { hasCompletedEnquiry } from '#features/enquiries/enquiry.service.ts'
import { addProductRating, changeProductRating, getProductById } from '#features/products/product.service.ts'
import type { Product } from '#features/products/product.contract.ts'
import { computeScore, SCORE_WEIGHT } from '#features/products/scores/score.policy.ts'
import { findCategoryOfProduct, getRatingPrior } from '#features/products/scores/score.service.ts'
import { assertMayLink } from '#features/trust/screening.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { actingUserId, assertPublicMember, recordActivity } from '#features/users/user.service.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { badRequest, conflict, forbidden, notFound } from '#platform/contract/errors.ts'
import { hasLink } from '#platform/markdown/has-link.ts'
import { renderMarkdown } from '#platform/markdown/markdown.ts'
import { insertWaitingReview } from './approval/review-approval.queries.ts'
import { insertDecision, isHidden } from './moderation/review-moderation.queries.ts'
import { twelveMonthsBefore } from './moderation/review-report.service.ts'
import type { NewReview, Review, ReviewChange } from './review.contract.ts'
import type { ReviewFigures } from './review-figures.contract.ts'
import type { ReviewSort } from './review-sort.policy.ts'
import { publishReview } from './review-publication.service.ts'
import * as queries from './review.queries.ts'

/** Maximum number of reviews of a product that guests can post from one network in 24 hours. */
const MAX_GUEST_REVIEWS = 1
const GUEST_LIMIT_MESSAGE =
  'A guest has reviewed this product from your network in the last 24 hours. Sign in to post your review, or try again tomorrow.'
const PRODUCT_REQUIRED_MESSAGE = 'Choose a product to sort or filter its reviews.'

/**
 * Lists reviews. A sort order other than `newest`, and a filter by stars, verification or text, requires a product, because only the reviews of
 * one product are few enough to be scanned.
 * @throws AppError 400 if the product is missing
 */
export async function listReviews(
  ctx: Context,
  { page, perPage, sort = 'newest', ...filter }: Paging & queries.ReviewFilter & { sort?: ReviewSort },
): Promise<ListResult<Review>> {
  const isFiltered = sort !== 'newest' || filter.stars !== undefined || filter.verified !== undefined || filter.search !== undefined
  if (isFiltered && filter.productId === undefined)
    throw badRequest(PRODUCT_REQUIRED_MESSAGE, [{ path: 'productId', message: PRODUCT_REQUIRED_MESSAGE }])
  const { items, total } = await queries.listReviewRows(ctx, filter, sort, { page, perPage })
  return { items: filter.productId === undefined ? items : await Promise.all(items.map((review) => renderReview(ctx, review))), total }
}

/** @throws AppError 404 for unknown and closed accounts, and while accounts are switched off */
export async function listReviewsOfUser(ctx: Context, userId: number, paging: Paging): Promise<ListResult<Review>> {
  await assertPublicMember(ctx, userId)
  return queries.listReviewRows(ctx, { userId }, 'newest', paging)
}

const renderReview = async (ctx: Context, review: Review): Promise<Review> => ({
  ...review,
  contentHtml: await renderMarkdown(ctx, review.content, 'user'),
})

export async function getRatingSpread(ctx: Context, productId: number) {
  return { productId, counts: await queries.countReviewsByRating(ctx, productId) }
}

/** Computes statistics of a product's reviews, in total and by group, and returns them with the inputs of the product's score. */
export async function getReviewStatistics(ctx: Context, productId: number): Promise<ReviewFigures> {
  const groups = await queries.listRatingGroups(ctx, productId, twelveMonthsBefore(new Date()))
  const summarise = (groupsToSum: typeof groups) => {
    const counts = [1, 2, 3, 4, 5].map((stars) => groupsToSum.filter(({ rating }) => rating === stars).reduce((sum, { n }) => sum + n, 0))
    const count = counts.reduce((sum, n) => sum + n, 0)
    const ratingSum = counts.reduce((sum, n, index) => sum + n * (index + 1), 0)
    return { count, average: count ? ratingSum / count : 0, counts, ratingSum }
  }
  const all = summarise(groups)
  const { mean, basis } = await getRatingPrior(ctx, await findCategoryOfProduct(ctx, productId))
  const sums = { ratingSum: all.ratingSum, reviewCount: all.count }
  return {
    productId,
    all,
    verified: summarise(groups.filter(({ isVerified }) => isVerified)),
    unverified: summarise(groups.filter(({ isVerified }) => !isVerified)),
    lastYear: summarise(groups.filter(({ isRecent }) => isRecent === 1)),
    earlier: summarise(groups.filter(({ isRecent }) => isRecent === 0)),
    score: { value: computeScore(sums, mean), weight: SCORE_WEIGHT, mean, basis, ...sums },
  }
}

/**
 * Stores a review and updates the product's rating in one transaction. A review by a member with a completed enquiry about the product is
 * verified. Each member can post one review per product. All guests share one account, so they are limited to one review per product and network
 * in 24 hours. A guest's review with a link waits for approval in a separate table.
 * @throws AppError 409 for a member's second review, 429 for a second guest review from a network
 */
export async function postReview(ctx: Context, input: NewReview): Promise<Review> {
  const userId = actingUserId(ctx, input.userId)
  const product = await getProductById(ctx, input.productId)
  const isVerified = ctx.viewer !== null && (await hasCompletedEnquiry(ctx, userId, product.id))
  const createdAt = new Date().toISOString()
  if (userId === GUEST_ID && (await hasLink(ctx, `${input.title}\n\n${input.content}`)))
    return holdForApproval(ctx, { ...input, createdAt }, product)
  await assertMayLink(ctx, userId, input)

  return ctx.db.transaction().execute(async (db) => {
    const id = await publishReview({ ...ctx, db }, { ...input, userId, createdAt, isVerified }, async () => {
      if (userId === GUEST_ID) await countGuestReview({ ...ctx, db }, product.id)
      else if ((await queries.countReviewsByUser({ db }, product.id, userId)) > 0)
        throw conflict('review.already', 'You have already reviewed this product.')
    })
    await recordActivity({ db }, userId, createdAt)
    return queries.getReviewRow({ db }, id)
  })
}

const countGuestReview = (ctx: Context, productId: number) =>
  countGuestPost(ctx, `review:${productId}`, MAX_GUEST_REVIEWS, GUEST_LIMIT_MESSAGE)

/** Stores a guest's review until an administrator decides. Until then, it changes no rating and publishes no event. */
async function holdForApproval(
  ctx: Context,
  review: NewReview & { createdAt: string },
  product: Pick<Product, 'name' | 'slug' | 'image' | 'categoryId'>,
): Promise<Review> {
  const id = await ctx.db.transaction().execute(async (db) => {
    await countGuestReview({ ...ctx, db }, review.productId)
    return insertWaitingReview({ db }, review)
  })
  return {
    id,
    isWaiting: true,
    productId: review.productId,
    userId: GUEST_ID,
    username: 'Guest',
    avatarUrl: null,
    rating: review.rating,
    title: review.title,
    content: review.content,
    createdAt: review.createdAt,
    isVerified: false,
    verifiedBy: null,
    ownedMonths: review.ownedMonths ?? null,
    editedAt: null,
    answer: null,
    pictures: [],
    updates: [],
    upvotes: 0,
    downvotes: 0,
    productName: product.name,
    productSlug: product.slug,
    productImage: product.image,
    categoryId: product.categoryId,
  }
}

/**
 * Changes a member's own review, updates the product's rating and records the time of the edit. The verification stays, because it is about
 * ownership of the product.
 */
export async function changeReview(ctx: Context, id: number, change: ReviewChange): Promise<Review> {
  const userId = actingUserId(ctx, undefined)
  const existing = await queries.findReviewRow(ctx, id)
  if (!existing) throw notFound('review')
  if (userId === GUEST_ID || existing.review.user_id !== userId)
    throw forbidden('review.not_yours', 'You can only change your own reviews.')
  const { title, content } = existing.review
  await assertMayLink(ctx, userId, { title: change.title ?? title, content: change.content ?? content }, { title, content })
  return ctx.db.transaction().execute(async (db) => {
    // The product's row is locked first, as for a new review, so that the second of two concurrent changes sees the rating of the first.
    await lockRow(db, 'products', existing.review.product_id)
    const review = await queries.findReview({ db }, id)
    if (!review) throw notFound('review')
    const after = { ...review, ...omitUndefined(change) }
    if (isDeepStrictEqual(review, after)) return review
    const editedAt = new Date().toISOString()
    await queries.updateReview({ db }, id, after, editedAt)
    await changeProductRating({ db }, review.productId, review.rating, after.rating)
    await recordActivity({ db }, userId, editedAt)
    return queries.getReviewRow({ db }, id)
  })
}

const omitUndefined = (change: ReviewChange) => Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

export const restoreReview: RestoreHook = async (ctx, { subjectId: id }, rows) => {
  await restoreRows(ctx, rows)
  const restored = await queries.findReviewRow(ctx, id)
  if (!restored) throw notFound('review')
  const { review } = restored
  await addProductRating(ctx, review.product_id, review.rating)
  if (review.user_id !== GUEST_ID && (await queries.countReviewsByUser(ctx, review.product_id, review.user_id)) > 1)
    throw conflict('review.already', 'This review cannot be restored: its author has reviewed the product again.')
  const post = { userId: review.user_id, reason: 'review', upvotes: review.upvotes, downvotes: review.downvotes } as const
  await reinstatePoints(ctx, post, { type: 'review', id })
  if (await isHidden(ctx, id))
    await insertDecision(ctx, {
      reviewId: id,
      action: 'restored',
      reason: null,
      reviewedAt: review.created_at,
      at: new Date().toISOString(),
    })
  await publishEvent(ctx, 'review.created', { id, productId: review.product_id, rating: review.rating })
}
