/** Pictures in reviews. They are stored as uploads, but not listed in the back-office's picture picker. */
import { lockRow } from '#db/lock-row.ts'
import { storePictureFiles } from '#features/uploads/upload.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict, notFound } from '#platform/contract/errors.ts'
import { getOwnReview } from '#features/reviews/evidence/review-evidence.service.ts'
import type { Review } from '#features/reviews/review.contract.ts'
import * as reviews from '#features/reviews/review.queries.ts'
import { MAX_REVIEW_PICTURES } from './review-pictures-limits.policy.ts'
import * as queries from './review-pictures.queries.ts'

const full = () => conflict('review.pictures_full', `A review can have up to ${MAX_REVIEW_PICTURES} pictures.`)

export async function addReviewPicture(ctx: Context, id: number, bytes: Buffer, alt: string): Promise<Review> {
  const review = await getOwnReview(ctx, id)
  if ((await queries.countPictures(ctx, id)) >= MAX_REVIEW_PICTURES) throw full()
  const name = await storePictureFiles(ctx, bytes)
  return ctx.db.transaction().execute(async (db) => {
    // Serialises concurrent uploads, so that none exceeds the limit.
    await lockRow(db, 'products', review.productId)
    if ((await queries.countPictures({ db }, id)) >= MAX_REVIEW_PICTURES) throw full()
    await queries.insertPicture({ db }, { reviewId: id, userId: review.userId, name, alt, bytes: bytes.length })
    return reviews.getReviewRow({ db }, id)
  })
}

export async function removeReviewPicture(ctx: Context, id: number, pictureId: number): Promise<Review> {
  await getOwnReview(ctx, id)
  return ctx.db.transaction().execute(async (db) => {
    if (!(await queries.deletePicture({ db }, id, pictureId))) throw notFound('picture')
    return reviews.getReviewRow({ db }, id)
  })
}
