import { api, apiQuery, type CallInput } from '#platform/client/api.client.ts'
import type { Review, ReviewChange } from './review.contract.ts'
import type { ReviewSort, VerifiedFilter } from './review-sort.policy.ts'

export type { ReviewFigures } from './review-figures.contract.ts'
export type { Review, ReviewUpdate } from './review.contract.ts'

export const REVIEWS_PER_PAGE = 20

/** Filter, sort order and page for a product's reviews. */
export interface ReviewFilter {
  sort?: ReviewSort | undefined
  stars?: number | undefined
  verified?: VerifiedFilter | undefined
  search?: string | undefined
  page?: number | undefined
}
export const reviewsQuery = (productId: number, { page = 1, ...filter }: ReviewFilter = {}) =>
  apiQuery('GET /api/reviews', { query: { productId, ...filter, page, perPage: REVIEWS_PER_PAGE } })
/** Queries the reviews of all products, newest first. */
export const allReviewsQuery = (query: { page: number; perPage: number }) => apiQuery('GET /api/reviews', { query })
/** Queries the user's own review of a product, as a list with one item or none. */
export const ownReviewQuery = (productId: number, userId: number) =>
  apiQuery('GET /api/reviews', { query: { productId, userId, perPage: 1 } })
export const reviewsOfUserQuery = (id: string, page = 1) =>
  apiQuery('GET /api/users/:id/reviews', { params: { id }, query: { page, perPage: REVIEWS_PER_PAGE } })
export const reviewStatisticsQuery = (productId: number) => apiQuery('GET /api/review-figures/:productId', { params: { productId } })
export const postReview = (body: CallInput<'POST /api/reviews'>['body']) => api('POST /api/reviews', { body })
/** Changes a review; the server accepts this from its author only. */
export const changeReview = (id: number, body: ReviewChange): Promise<Review> => api('PATCH /api/reviews/:id', { params: { id }, body })
