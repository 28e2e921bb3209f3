/** Method and path of each call, without zod: the contract and the browser both read them here. */
export const hideReviewCall = { method: 'DELETE', path: '/api/reviews/:id' } as const
export const answerReviewCall = { method: 'POST', path: '/api/reviews/:id/answer' } as const
export const removeAnswerCall = { method: 'DELETE', path: '/api/reviews/:id/answer' } as const
export const reviewReportCall = { method: 'GET', path: '/api/reviews/report' } as const
