/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const getBulkMailCall = { method: 'GET', path: '/api/admin/newsletter/permission' } as const
export const requestBulkMailCall = { method: 'POST', path: '/api/admin/newsletter/permission/request' } as const
