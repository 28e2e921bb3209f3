/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listAuditCall = { method: 'GET', path: '/api/admin/audit' } as const
export const exportAuditCall = { method: 'GET', path: '/api/admin/audit.csv' } as const
