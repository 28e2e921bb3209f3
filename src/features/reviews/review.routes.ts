import { route } from '#platform/route.ts'
import {
  deleteReviewEndpoint,
  listReviewsEndpoint,
  postReviewEndpoint,
  ratingSpreadEndpoint,
  recentReviewsEndpoint,
} from './review.contract.ts'
import { deleteReview, getRatingSpread, listReviews, postReview } from './review.service.ts'

export const reviewRoutes = [
  route(listReviewsEndpoint, (ctx, { query }) => listReviews(ctx, query)),
  route(recentReviewsEndpoint, (ctx, { query: { page, limit } }) => listReviews(ctx, { page, perPage: limit })),
  route(ratingSpreadEndpoint, (ctx, { params }) => getRatingSpread(ctx, params.productId)),
  route(deleteReviewEndpoint, (ctx, { params }) => deleteReview(ctx, params.id)),
  route(postReviewEndpoint, (ctx, { body }) => postReview(ctx, body)),
]
