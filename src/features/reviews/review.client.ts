import { apiQuery, sendRequest, type CallInput } from '#platform/api.client.ts'
import type {
  deleteReviewEndpoint,
  listReviewsEndpoint,
  postReviewEndpoint,
  ratingSpreadEndpoint,
  recentReviewsEndpoint,
} from './review.contract.ts'
import { deleteReviewCall, listReviewsCall, postReviewCall, ratingSpreadCall, recentReviewsCall } from './review.endpoints.ts'

export type { Review } from './review.contract.ts'
export const reviewsQuery = (productId: number, page = 1) =>
  apiQuery<typeof listReviewsEndpoint>(listReviewsCall, { query: { productId, page, perPage: 20 } })
/** Whether somebody has reviewed a product: their review, or nothing. */
export const ownReviewQuery = (productId: number, userId: number) =>
  apiQuery<typeof listReviewsEndpoint>(listReviewsCall, { query: { productId, userId, perPage: 1 } })
export const recentReviewsQuery = (limit = 3) => apiQuery<typeof recentReviewsEndpoint>(recentReviewsCall, { query: { limit } })
export const ratingSpreadQuery = (productId: number) => apiQuery<typeof ratingSpreadEndpoint>(ratingSpreadCall, { params: { productId } })
export const postReview = (body: NonNullable<CallInput<typeof postReviewEndpoint>['body']>) =>
  sendRequest<typeof postReviewEndpoint>(postReviewCall, { body })
/** An administrator's: moves it to the trash. The answer's `trashId` brings it back. */
export const deleteReview = (id: number) => sendRequest<typeof deleteReviewEndpoint>(deleteReviewCall, { params: { id } })
