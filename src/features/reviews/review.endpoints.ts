/** Method and path of each call, and the limits of what is sent, without zod: the contract and the browser both read them here. */
export const listReviewsCall = { method: 'GET', path: '/api/reviews' } as const
export const postReviewCall = { method: 'POST', path: '/api/reviews' } as const
export const changeReviewCall = { method: 'PATCH', path: '/api/reviews/:id' } as const
export const ratingSpreadCall = { method: 'GET', path: '/api/review-spread/:productId' } as const
export const reviewFiguresCall = { method: 'GET', path: '/api/review-figures/:productId' } as const

export const REVIEW_TITLE_MAX = 120
export const REVIEW_CONTENT_MAX = 4000
/** Sixty years. */
export const OWNED_MONTHS_MAX = 720
