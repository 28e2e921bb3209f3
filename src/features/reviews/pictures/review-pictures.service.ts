/** Adds and removes pictures in reviews. Their files are stored as uploads, but the back-office's picture picker does not list them. */
import { lockRow } from '#db/lock-row.ts'
import { moveToTrash, restoreRows, type RestoreHook } from '#features/trash/trash.service.ts'
import { storePictureFiles } from '#features/uploads/upload.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict, notFound } from '#platform/contract/errors.ts'
import { getOwnReview } from '#features/reviews/evidence/review-evidence.service.ts'
import type { Review } from '#features/reviews/review.contract.ts'
import * as reviews from '#features/reviews/review.queries.ts'
import { MAX_REVIEW_PICTURES } from './review-pictures-limits.policy.ts'
import * as queries from './review-pictures.queries.ts'

const tooManyPicturesError = () => conflict('review.pictures_full', `A review can have up to ${MAX_REVIEW_PICTURES} pictures.`)

export async function addReviewPicture(ctx: Context, id: number, bytes: Buffer, alt: string): Promise<Review> {
  const review = await getOwnReview(ctx, id)
  if ((await queries.countPictures(ctx, id)) >= MAX_REVIEW_PICTURES) throw tooManyPicturesError()
  const name = await storePictureFiles(ctx, bytes)
  return ctx.db.transaction().execute(async (db) => {
    // The lock serialises concurrent uploads, so that they cannot exceed the limit together.
    await lockRow(db, 'products', review.productId)
    if ((await queries.countPictures({ db }, id)) >= MAX_REVIEW_PICTURES) throw tooManyPicturesError()
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

/**
 * Moves a picture to the trash. Call it in the transaction of a moderator's decision.
 * @returns the trash id; null if the picture does not exist
 */
export async function moveReviewPictureToTrash(trxCtx: Pick<Context, 'db' | 'viewer'>, id: number): Promise<number | null> {
  const row = await queries.takePicture(trxCtx, id)
  if (!row) return null
  return moveToTrash(trxCtx, { kind: 'review_picture', subjectId: id, title: row.alt, rows: { tables: [['review_pictures', [row]]] } })
}

export const restoreReviewPicture: RestoreHook = (ctx, _item, rows) => restoreRows(ctx, rows)
