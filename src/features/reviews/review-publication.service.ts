import { addProductRating } from '#features/products/product.service.ts'
import { awardPoints } from '#features/reputation/reputation.service.ts'
import { enqueueWatchNotification } from '#features/watches/watch-notification.service.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { insertReview, type NewReviewRow } from './review.queries.ts'

/**
 * Stores a review, updates the product's rating, awards points to the author and publishes the webhook event. Call it in a transaction.
 * @param check called after the product's row is locked and before the review is stored; throws to roll the transaction back
 */
export async function publishReview(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  review: NewReviewRow,
  check: () => Promise<void> = async () => {},
): Promise<number> {
  // Updating the rating locks the product's row first, so that `check` of the second of two concurrent reviews sees the first.
  await addProductRating({ db }, review.productId, review.rating)
  await check()
  const id = await insertReview({ db }, review)
  await awardPoints({ db }, review.userId, 'review', { type: 'review', id })
  await publishEvent({ db }, 'review.created', { id, productId: review.productId, rating: review.rating })
  await enqueueWatchNotification({ db, caller }, { post: 'review', id, userId: review.userId, productId: review.productId })
  return id
}
