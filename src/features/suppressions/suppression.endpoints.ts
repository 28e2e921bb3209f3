/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listSuppressionsCall = { method: 'GET', path: '/api/admin/suppressions' } as const
export const addSuppressionCall = { method: 'POST', path: '/api/admin/suppressions' } as const
export const removeSuppressionCall = { method: 'DELETE', path: '/api/admin/suppressions/:id' } as const
export const reportMailEventsCall = { method: 'POST', path: '/api/mail-events' } as const
export const reportReturnedMailCall = { method: 'POST', path: '/api/mail-returned' } as const
