import { isDeepStrictEqual } from 'node:util'
import { countGuestPost } from '#features/counting/guest-limit.service.ts'
import { lockRow } from '#db/lock-row.ts'
import { reinstatePoints } from '#features/reputation/reputation.service.ts'
import { restoreRows, type RestoreHook } from '#features/trash/trash.service.ts'
import { hasCompletedEnquiry } from '#features/enquiries/enquiry.service.ts'
import { addProductRating, changeProductRating, getProductById } from '#features/products/product.service.ts'
import { computeScore, SCORE_WEIGHT } from '#features/products/scores/score.policy.ts'
import { findCategoryOfProduct, getRatingPrior } from '#features/products/scores/score.service.ts'
import { admitPost, assertMayEdit, screenPost } from '#features/trust/screening.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { actingUserId, assertPublicMember, recordActivity } from '#features/users/user.service.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { badRequest, conflict, forbidden, notFound } from '#platform/contract/errors.ts'
import { assertVersion } from '#platform/contract/version.ts'
import { renderMarkdown } from '#platform/markdown/markdown.ts'
import { assertNoWaitingReview, holdReview } from './approval/waiting-review.service.ts'
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
 * in 24 hours. A review that was screened out waits for approval in a separate table.
 * @throws AppError 409 for a member's second review, 429 for a second guest review from a network, and as `admitPost`
 */
export async function postReview(ctx: Context, input: NewReview): Promise<Review> {
  const userId = actingUserId(ctx, input.userId)
  const product = await getProductById(ctx, input.productId)
  const isVerified = ctx.viewer !== null && (await hasCompletedEnquiry(ctx, userId, product.id))
  const createdAt = new Date().toISOString()
  const { title, content, typingMs, homepage } = input
  const draft = await screenPost(ctx, userId, { kind: 'review', title, content, typingMs, homepage })

  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const { status, screening, waitingFor = [] } = await admitPost(trxCtx, draft)
    const review = { ...input, userId, createdAt, isVerified }
    const assertFirst = () => (userId === GUEST_ID ? countGuestReview(trxCtx, product.id) : assertNoReview(trxCtx, product.id, userId))
    if (status === 'waiting') {
      await recordActivity({ db }, userId, createdAt)
      return holdReview(trxCtx, { review, product, screening, waitingFor }, assertFirst)
    }
    const id = await publishReview(trxCtx, review, assertFirst)
    await recordActivity({ db }, userId, createdAt)
    return queries.getReviewRow({ db }, id)
  })
}

async function assertNoReview(trxCtx: Context, productId: number, userId: number): Promise<void> {
  if ((await queries.countReviewsByUser(trxCtx, productId, userId)) > 0)
    throw conflict('review.already', 'You have already reviewed this product.')
  await assertNoWaitingReview(trxCtx, productId, userId)
}

const countGuestReview = (ctx: Context, productId: number) =>
  countGuestPost(ctx, `review:${productId}`, MAX_GUEST_REVIEWS, GUEST_LIMIT_MESSAGE)

/**
 * Changes a member's own review, updates the product's rating and records the time of the edit. The verification stays, because it is about
 * ownership of the product.
 * @throws AppError 400 for a text that would have to wait, 403, 404, 409 for a stale version
 */
export async function changeReview(ctx: Context, id: number, { version, ...change }: ReviewChange): Promise<Review> {
  const userId = actingUserId(ctx, undefined)
  const existing = await queries.findReviewRow(ctx, id)
  if (!existing) throw notFound('review')
  if (userId === GUEST_ID || existing.review.user_id !== userId)
    throw forbidden('review.not_yours', 'You can only change your own reviews.')
  const { title, content } = existing.review
  const kind = 'review' as const
  const changed = { kind, title: change.title ?? title, content: change.content ?? content }
  await assertMayEdit(ctx, userId, { kind, title, content }, changed)
  return ctx.db.transaction().execute(async (db) => {
    // The product's row is locked first, as for a new review, so that the second of two concurrent changes sees the rating of the first.
    await lockRow(db, 'products', existing.review.product_id)
    const review = await queries.findReview({ db }, id)
    if (!review) throw notFound('review')
    assertVersion(version, change, { version: review.version, fields: review, current: review })
    const after = { ...review, ...omitUndefined(change) }
    if (isDeepStrictEqual(review, after)) return review
    const editedAt = new Date().toISOString()
    await queries.updateReview({ db }, id, { ...after, version: review.version + 1 }, editedAt)
    await changeProductRating({ db }, review.productId, review.rating, after.rating)
    await recordActivity({ db }, userId, editedAt)
    return queries.getReviewRow({ db }, id)
  })
}

const omitUndefined = (change: Omit<ReviewChange, 'version'>) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

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
