/** Stores reviews and updates of reviews that were screened out, until an administrator decides. */
import { lockRow } from '#db/lock-row.ts'
import type { Product } from '#features/products/product.contract.ts'
import type { NewReview, Review } from '#features/reviews/review.contract.ts'
import type { WaitingReasonCode } from '#features/trust/waiting-reason.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict } from '#platform/contract/errors.ts'
import * as queries from './review-approval.queries.ts'

interface HeldReview {
  review: NewReview & { createdAt: string; userId: number }
  product: Pick<Product, 'id' | 'name' | 'slug' | 'image' | 'categoryId'>
  screening: string | null
  waitingFor: WaitingReasonCode[]
}

/**
 * Stores a review that waits. Until the decision, it changes no rating and publishes no event. Call it in the transaction of the review.
 * @param check called after the product's row is locked; throws to roll the transaction back
 * @returns the review as its author sees it
 */
export async function holdReview(
  trxCtx: Context,
  { review, product, screening, waitingFor }: HeldReview,
  check: () => Promise<void>,
): Promise<Review> {
  await lockRow(trxCtx.db, 'products', product.id)
  await check()
  const userId = review.userId === GUEST_ID ? null : review.userId
  const id = await queries.insertWaitingReview(trxCtx, { ...review, userId, screening })
  return {
    id,
    isWaiting: true,
    waitingFor,
    productId: product.id,
    userId: review.userId,
    ...(await queries.getAuthor(trxCtx, userId)),
    isDemo: false,
    rating: review.rating,
    title: review.title,
    content: review.content,
    createdAt: review.createdAt,
    isVerified: false,
    verifiedBy: null,
    ownedMonths: review.ownedMonths ?? null,
    editedAt: null,
    version: 0,
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

/** @throws AppError 409 if a review of the product by the member waits for approval */
export async function assertNoWaitingReview(trxCtx: Context, productId: number, userId: number): Promise<void> {
  if (await queries.hasWaitingReview(trxCtx, productId, userId))
    throw conflict('review.waiting', 'Your review of this product is waiting for approval. We will notify you of the decision.')
}

/** @throws AppError 409 if an update of the review waits for approval */
export async function assertNoWaitingUpdate(trxCtx: Context, reviewId: number): Promise<void> {
  if (await queries.hasWaitingUpdate(trxCtx, reviewId))
    throw conflict('review.update_waiting', 'Your update is waiting for approval. We will notify you of the decision.')
}

/** Stores an update that waits. */
export const holdUpdate = queries.insertWaitingUpdate
