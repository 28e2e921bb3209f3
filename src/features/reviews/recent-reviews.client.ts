import { apiQuery } from '#platform/client/api.client.ts'

export const recentReviewsQuery = (limit = 3) => apiQuery('GET /api/reviews/recent', { query: { limit } })
