/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const getOwnQuotasCall = { method: 'GET', path: '/api/admin/quotas' } as const
