/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const getDashboardCall = { method: 'GET', path: '/api/admin/dashboard' } as const
