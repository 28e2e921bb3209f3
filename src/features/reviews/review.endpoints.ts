/** Method and path of each call, and the limits of what is sent, without zod: the contract and the browser both read them here. */
export const listReviewsCall = { method: 'GET', path: '/api/reviews' } as const
export const recentReviewsCall = { method: 'GET', path: '/api/reviews/recent' } as const
export const postReviewCall = { method: 'POST', path: '/api/reviews' } as const
export const deleteReviewCall = { method: 'DELETE', path: '/api/reviews/:id' } as const
export const ratingSpreadCall = { method: 'GET', path: '/api/reviews/spread/:productId' } as const

export const REVIEW_TITLE_MAX = 120
export const REVIEW_CONTENT_MAX = 4000
