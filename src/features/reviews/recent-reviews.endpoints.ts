/** What the home page asks for; the other calls are in `review.endpoints.ts`, which comes with the inner pages. */
export const recentReviewsCall = { method: 'GET', path: '/api/reviews/recent' } as const
