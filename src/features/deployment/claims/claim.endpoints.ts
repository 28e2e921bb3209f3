/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const getClaimCall = { method: 'GET', path: '/api/claim' } as const
export const claimCall = { method: 'POST', path: '/api/claim' } as const
