/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const getAnalyticsCall = { method: 'GET', path: '/api/admin/analytics' } as const
export const recordNavigationCall = { method: 'POST', path: '/api/page-views' } as const
