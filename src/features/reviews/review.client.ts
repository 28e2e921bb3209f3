import { apiQuery, send, type CallInput } from '#platform/api.client.ts'
import type {
  deleteReviewEndpoint,
  listReviewsEndpoint,
  postReviewEndpoint,
  ratingSpreadEndpoint,
  recentReviewsEndpoint,
} from './review.contract.ts'

export type { Review } from './review.contract.ts'
export const reviewsQuery = (productId: number, page = 1) =>
  apiQuery<typeof listReviewsEndpoint>('/api/reviews', { query: { productId, page, perPage: 20 } })
/** Whether somebody has reviewed a product: their review, or nothing. */
export const ownReviewQuery = (productId: number, userId: number) =>
  apiQuery<typeof listReviewsEndpoint>('/api/reviews', { query: { productId, userId, perPage: 1 } })
export const recentReviewsQuery = (limit = 3) => apiQuery<typeof recentReviewsEndpoint>('/api/reviews/recent', { query: { limit } })
export const ratingSpreadQuery = (productId: number) =>
  apiQuery<typeof ratingSpreadEndpoint>('/api/reviews/spread/:productId', { params: { productId } })
export const postReview = (body: NonNullable<CallInput<typeof postReviewEndpoint>['body']>) =>
  send<typeof postReviewEndpoint>('POST', '/api/reviews', { body })
/** An administrator's: moves it to the trash. The answer's `trashId` brings it back. */
export const deleteReview = (id: number) => send<typeof deleteReviewEndpoint>('DELETE', '/api/reviews/:id', { params: { id } })
