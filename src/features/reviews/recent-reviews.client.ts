import { apiQuery } from '#platform/client/api.client.ts'
import { recentReviewsCall } from './recent-reviews.endpoints.ts'
import type { recentReviewsEndpoint } from './review.contract.ts'

export const recentReviewsQuery = (limit = 3) => apiQuery<typeof recentReviewsEndpoint>(recentReviewsCall, { query: { limit } })
