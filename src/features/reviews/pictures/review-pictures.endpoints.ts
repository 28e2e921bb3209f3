/** Method and path of each call, and how many there may be, without zod: the contract and the browser both read them here. */
export const addReviewPictureCall = { method: 'POST', path: '/api/reviews/:id/pictures' } as const
export const removeReviewPictureCall = { method: 'DELETE', path: '/api/reviews/:id/pictures/:pictureId' } as const

export const MAX_REVIEW_PICTURES = 4
