import { door } from '#platform/door.ts'
import {
  deleteReviewEndpoint,
  listReviewsEndpoint,
  postReviewEndpoint,
  ratingSpreadEndpoint,
  recentReviewsEndpoint,
} from './review.contract.ts'
import { deleteReview, getRatingSpread, listReviews, postReview } from './review.service.ts'

export const reviewRoutes = [
  door(listReviewsEndpoint, (ctx, { query }) => listReviews(ctx, query)),
  door(recentReviewsEndpoint, (ctx, { query: { page, limit } }) => listReviews(ctx, { page, perPage: limit })),
  door(ratingSpreadEndpoint, (ctx, { params }) => getRatingSpread(ctx, params.productId)),
  door(deleteReviewEndpoint, (ctx, { params }) => deleteReview(ctx, params.id)),
  door(postReviewEndpoint, (ctx, { body }) => postReview(ctx, body)),
]
