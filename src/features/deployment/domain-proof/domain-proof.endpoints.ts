/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const getDomainCall = { method: 'GET', path: '/api/admin/domain' } as const
export const checkDomainCall = { method: 'POST', path: '/api/admin/domain/check' } as const
export const checkCopyDomainCall = { method: 'POST', path: '/api/admin/sites/:id/domain/check' } as const
