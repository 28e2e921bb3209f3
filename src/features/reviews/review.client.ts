import { api, apiQuery, type CallInput } from '#platform/client/api.client.ts'
import type { Review, ReviewChange } from './review.contract.ts'
import type { ReviewSort, VerifiedFilter } from './review-sort.policy.ts'

export type { ReviewFigures } from './review-figures.contract.ts'
export type { Review } from './review.contract.ts'

export const REVIEWS_PER_PAGE = 20

/** Filter and order of a product's reviews. */
export interface ReviewFilter {
  sort?: ReviewSort | undefined
  stars?: number | undefined
  verified?: VerifiedFilter | undefined
  search?: string | undefined
  page?: number | undefined
}
export const reviewsQuery = (productId: number, { page = 1, ...filter }: ReviewFilter = {}) =>
  apiQuery('GET /api/reviews', { query: { productId, ...filter, page, perPage: REVIEWS_PER_PAGE } })
/** Reviews of all products, newest first. */
export const allReviewsQuery = (query: { page: number; perPage: number }) => apiQuery('GET /api/reviews', { query })
/** The user's review of a product: a list with one item or none. */
export const ownReviewQuery = (productId: number, userId: number) =>
  apiQuery('GET /api/reviews', { query: { productId, userId, perPage: 1 } })
export const reviewStatisticsQuery = (productId: number) => apiQuery('GET /api/review-figures/:productId', { params: { productId } })
export const postReview = (body: CallInput<'POST /api/reviews'>['body']) => api('POST /api/reviews', { body })
/** Only for the author of the review. */
export const changeReview = (id: number, body: ReviewChange): Promise<Review> => api('PATCH /api/reviews/:id', { params: { id }, body })
