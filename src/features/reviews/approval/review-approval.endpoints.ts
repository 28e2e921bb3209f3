/** Method and path of each call, without zod: the contract and the browser both read them here. */
export const listWaitingReviewsCall = { method: 'GET', path: '/api/admin/waiting-reviews' } as const
export const approveReviewCall = { method: 'POST', path: '/api/admin/waiting-reviews/:id/approve' } as const
export const rejectReviewCall = { method: 'POST', path: '/api/admin/waiting-reviews/:id/reject' } as const
