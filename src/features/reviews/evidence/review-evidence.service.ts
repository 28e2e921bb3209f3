/**
 * Receives proof of purchase and decides about it. A review is verified only by a completed enquiry from its author about the product, or by
 * evidence that an administrator has accepted. Evidence is a picture with a random name and without a public URL; the decision deletes it.
 */
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { recordAudit } from '#features/audit/audit.service.ts'
import { toPlainPicture } from '#features/uploads/upload.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { actingUserId } from '#features/users/user.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { conflict, forbidden, notFound } from '#platform/contract/errors.ts'
import { insertDecision } from '#features/reviews/moderation/review-moderation.queries.ts'
import { reviewPath, notifyReviewAuthor } from '#features/reviews/moderation/review-moderation.service.ts'
import type { Review } from '#features/reviews/review.contract.ts'
import * as reviews from '#features/reviews/review.queries.ts'
import { EVIDENCE_REFUSALS } from './evidence-reason.policy.ts'
import type { Evidence, EvidenceDecision } from './review-evidence.contract.ts'
import * as queries from './review-evidence.queries.ts'

export const EVIDENCE_FOLDER = 'review-evidence'
const PICTURE_FILE = 'picture.webp'

/**
 * Returns the viewer's own review.
 * @throws AppError 404 for an unknown review, 403 for a review by another member or a guest
 */
export async function getOwnReview(ctx: Context, id: number): Promise<Review> {
  const userId = actingUserId(ctx, undefined)
  const review = await reviews.findReview(ctx, id)
  if (!review) throw notFound('review')
  if (userId === GUEST_ID || review.userId !== userId) throw forbidden('review.not_yours', 'This is another member’s review.')
  return review
}

export async function sendEvidence(ctx: Context, reviewId: number, bytes: Buffer, note: string | undefined): Promise<{ sentAt: string }> {
  const review = await getOwnReview(ctx, reviewId)
  if (review.isVerified) throw conflict('review.verified', 'This review is already verified.')
  if (await queries.findEvidenceOfReview(ctx, reviewId, review.userId)) throw evidenceWaitsError()
  const picture = await toPlainPicture(bytes)
  const [file, sentAt] = [randomBytes(16).toString('hex'), new Date().toISOString()]
  await ctx.site.files.addFolder(`${EVIDENCE_FOLDER}/${file}`, (add) => add(PICTURE_FILE, picture))
  try {
    if (await queries.insertEvidence(ctx, { reviewId, userId: review.userId, file, note: note || null, sentAt })) return { sentAt }
    throw evidenceWaitsError()
  } catch (error) {
    await ctx.site.files.removeFolder(`${EVIDENCE_FOLDER}/${file}`)
    throw error
  }
}

const evidenceWaitsError = () => conflict('review.evidence_waits', 'We are already checking your proof of purchase for this review.')

export async function findOwnEvidence(ctx: Context, reviewId: number): Promise<{ sentAt: string | null }> {
  const review = await reviews.findReview(ctx, reviewId)
  if (!review || review.userId !== ctx.viewer?.id) throw notFound('review')
  const evidence = await queries.findEvidenceOfReview(ctx, reviewId, review.userId)
  return { sentAt: evidence?.sentAt ?? null }
}

export const listEvidence = (ctx: Context, paging: Paging): Promise<ListResult<Evidence>> => queries.listEvidenceRows(ctx, paging)

export async function readEvidencePicture(ctx: Context, id: number): Promise<{ url: string }> {
  const evidence = await queries.findEvidence(ctx, id)
  const file = evidence && (await ctx.site.files.find(`${EVIDENCE_FOLDER}/${evidence.file}/${PICTURE_FILE}`))
  if (!file) throw notFound('evidence')
  return { url: `data:image/webp;base64,${(await buffer(file.read())).toString('base64')}` }
}

/** Accepts or refuses evidence, and notifies its sender. Administrators cannot decide about their own evidence. */
export async function decideEvidence(
  ctx: Context,
  id: number,
  decision: EvidenceDecision,
): Promise<{ reviewId: number; isVerified: boolean }> {
  const evidence = await queries.findEvidence(ctx, id)
  if (!evidence) throw notFound('evidence')
  if (evidence.userId === ctx.viewer?.id) throw forbidden('evidence.own', 'Another administrator must check your own proof of purchase.')
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const review = await reviews.findReview(trxCtx, evidence.reviewId)
    if (!review || !(await queries.deleteEvidence(trxCtx, id))) throw notFound('evidence')
    if (decision.accept) await queries.updateVerified(trxCtx, [review.id], 'evidence')
    const refusal = decision.accept || !decision.reason ? undefined : EVIDENCE_REFUSALS[decision.reason]
    await insertDecision(trxCtx, {
      reviewId: review.id,
      action: decision.accept ? 'evidence_accepted' : 'evidence_refused',
      reason: null,
      reviewedAt: review.createdAt,
      at: new Date().toISOString(),
    })
    await recordAudit(trxCtx, {
      action: decision.accept ? 'review.accept_evidence' : 'review.refuse_evidence',
      subject: { type: 'review', id: review.id, title: review.title },
      after: refusal ? { reason: refusal } : { verified: 'by evidence' },
    })
    const title = refusal
      ? `Your proof of purchase for the review of ${review.productName} was not accepted: ${refusal}`
      : `Your review of ${review.productName} is now verified. We have deleted your proof of purchase`
    const { userId, productId } = review
    const about = `review:${review.id}:evidence`
    await notifyReviewAuthor(trxCtx, { userId, productId, kind: 'moderation', about, title, path: reviewPath(review) })
  })
  await ctx.site.files.removeFolder(`${EVIDENCE_FOLDER}/${evidence.file}`)
  return { reviewId: evidence.reviewId, isVerified: decision.accept }
}
