/** Lets authors delete their reviews and restore them. */
import { restoreReview } from '#features/reviews/review.service.ts'
import type { Review } from '#features/reviews/review.contract.ts'
import * as reviews from '#features/reviews/review.queries.ts'
import type { DeletedItem } from '#features/trash/trash.contract.ts'
import { restoreOwnPost } from '#features/trash/trash.service.ts'
import { actingUserId } from '#features/users/user.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { badRequest, forbidden, notFound } from '#platform/contract/errors.ts'
import { authorize, isAuthorizedAdmin } from '#platform/contract/route.ts'
import type { HideReason } from './hide-reason.policy.ts'
import { hideReview, moveReviewToTrash } from './review-moderation.service.ts'

const REASON_NEEDED = 'Choose a reason'

/**
 * Deletes the viewer's own review, or hides a review for a reason as an administrator.
 * @throws AppError 400 without a reason for another member's review, 403 for other members and restricted authors, 404
 */
export async function deleteReview(
  ctx: Context,
  id: number,
  { reason, note }: { reason?: HideReason | undefined; note?: string | undefined },
) {
  const isModerator = isAuthorizedAdmin(ctx)
  if (isModerator && reason) return hideReview(ctx, id, { reason, note })
  // Members give no reason; this also names what an administrator lacks, such as the second factor.
  if (reason ?? note) authorize(ctx, 'admin')
  const found = await reviews.findReview(ctx, id)
  if (!found) throw notFound('review')
  if (found.userId === ctx.viewer?.id) return deleteOwnReview(ctx, id)
  if (isModerator) throw badRequest(`reason: ${REASON_NEEDED}`, [{ path: 'reason', message: REASON_NEEDED }])
  if (ctx.viewer?.isAdmin) authorize(ctx, 'admin')
  throw forbidden('review.not_yours', 'You can only delete your own reviews.')
}

async function deleteOwnReview(ctx: Context, id: number): Promise<DeletedItem> {
  actingUserId(ctx, undefined)
  const { trashId } = await ctx.db.transaction().execute((db) => moveReviewToTrash({ ...ctx, db }, id))
  return { id, trashId }
}

/** @throws AppError as `restoreOwnPost`, and 409 if the author has reviewed the product again */
export function restoreOwnReview(ctx: Context, id: number): Promise<Review> {
  const userId = actingUserId(ctx, undefined)
  return ctx.db.transaction().execute(async (db) => {
    await restoreOwnPost({ ...ctx, db }, { kind: 'review', id, userId }, restoreReview)
    return reviews.getReviewRow({ db }, id)
  })
}
