import { route } from '#platform/contract/route.ts'
import {
  replyToReviewEndpoint,
  hideReviewEndpoint,
  removeReviewReplyEndpoint,
  restoreReviewEndpoint,
  reviewReportEndpoint,
} from './moderation/review-moderation.contract.ts'
import { deleteReview, restoreOwnReview } from './moderation/own-review.service.ts'
import { replyToReview, removeReviewReply } from './moderation/review-moderation.service.ts'
import { getReviewReport } from './moderation/review-report.service.ts'
import { approveReviewEndpoint, listWaitingReviewsEndpoint, rejectReviewEndpoint } from './approval/review-approval.contract.ts'
import { approveReview, listWaitingReviews, rejectReview } from './approval/review-approval.service.ts'
import {
  decideEvidenceEndpoint,
  evidencePictureEndpoint,
  getOwnEvidenceEndpoint,
  listEvidenceEndpoint,
  sendEvidenceEndpoint,
} from './evidence/review-evidence.contract.ts'
import { decideEvidence, findOwnEvidence, listEvidence, readEvidencePicture, sendEvidence } from './evidence/review-evidence.service.ts'
import { addReviewPictureEndpoint, removeReviewPictureEndpoint } from './pictures/review-pictures.contract.ts'
import { addReviewPicture, removeReviewPicture } from './pictures/review-pictures.service.ts'
import { deleteReviewUpdateEndpoint, postReviewUpdateEndpoint } from './updates/review-update.contract.ts'
import { deleteReviewUpdate, postReviewUpdate } from './updates/review-update.service.ts'
import {
  changeReviewEndpoint,
  listReviewsEndpoint,
  postReviewEndpoint,
  recentReviewsEndpoint,
  reviewsOfUserEndpoint,
} from './review.contract.ts'
import { ratingSpreadEndpoint, reviewStatisticsEndpoint } from './review-figures.contract.ts'
import { changeReview, getRatingSpread, getReviewStatistics, listReviews, listReviewsOfUser, postReview } from './review.service.ts'

export const reviewRoutes = [
  route(listReviewsEndpoint, (ctx, { query }) => listReviews(ctx, query)),
  route(recentReviewsEndpoint, (ctx, { query: { page, limit } }) => listReviews(ctx, { page, perPage: limit })),
  route(reviewsOfUserEndpoint, (ctx, { params, query }) => listReviewsOfUser(ctx, params.id, query)),
  route(reviewReportEndpoint, (ctx) => getReviewReport(ctx)),
  route(ratingSpreadEndpoint, (ctx, { params }) => getRatingSpread(ctx, params.productId)),
  route(reviewStatisticsEndpoint, (ctx, { params }) => getReviewStatistics(ctx, params.productId)),
  route(postReviewEndpoint, (ctx, { body }) => postReview(ctx, body)),
  route(changeReviewEndpoint, (ctx, { params, body }) => changeReview(ctx, params.id, body)),
  route(hideReviewEndpoint, (ctx, { params, query }) => deleteReview(ctx, params.id, query)),
  route(restoreReviewEndpoint, (ctx, { params }) => restoreOwnReview(ctx, params.id)),
  route(replyToReviewEndpoint, (ctx, { params, body }) => replyToReview(ctx, params.id, body)),
  route(removeReviewReplyEndpoint, (ctx, { params }) => removeReviewReply(ctx, params.id)),
  route(listWaitingReviewsEndpoint, (ctx, { query }) => listWaitingReviews(ctx, query)),
  route(approveReviewEndpoint, (ctx, { params }) => approveReview(ctx, params.id)),
  route(rejectReviewEndpoint, (ctx, { params, body }) => rejectReview(ctx, params.id, body.reason)),
  route(addReviewPictureEndpoint, (ctx, { params, query, body }) => addReviewPicture(ctx, params.id, body as Buffer, query.alt)),
  route(removeReviewPictureEndpoint, (ctx, { params }) => removeReviewPicture(ctx, params.id, params.pictureId)),
  route(postReviewUpdateEndpoint, (ctx, { params, body }) => postReviewUpdate(ctx, params.id, body)),
  route(deleteReviewUpdateEndpoint, (ctx, { params }) => deleteReviewUpdate(ctx, params.id, params.updateId)),
  route(sendEvidenceEndpoint, (ctx, { params, query, body }) => sendEvidence(ctx, params.id, body as Buffer, query.note)),
  route(getOwnEvidenceEndpoint, (ctx, { params }) => findOwnEvidence(ctx, params.id)),
  route(listEvidenceEndpoint, (ctx, { query }) => listEvidence(ctx, query)),
  route(evidencePictureEndpoint, (ctx, { params }) => readEvidencePicture(ctx, params.id)),
  route(decideEvidenceEndpoint, (ctx, { params, body }) => decideEvidence(ctx, params.id, body)),
]
