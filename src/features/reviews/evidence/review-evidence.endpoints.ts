/** Method and path of each call, without zod: the contract and the browser both read them here. */
export const sendEvidenceCall = { method: 'POST', path: '/api/reviews/:id/evidence' } as const
export const getOwnEvidenceCall = { method: 'GET', path: '/api/me/review-evidence/:id' } as const
export const listEvidenceCall = { method: 'GET', path: '/api/admin/review-evidence' } as const
export const evidencePictureCall = { method: 'GET', path: '/api/admin/review-evidence/:id/picture' } as const
export const decideEvidenceCall = { method: 'POST', path: '/api/admin/review-evidence/:id/decision' } as const
