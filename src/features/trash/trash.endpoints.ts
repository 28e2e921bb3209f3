/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listTrashCall = { method: 'GET', path: '/api/admin/trash' } as const
export const restoreFromTrashCall = { method: 'POST', path: '/api/admin/trash/:id/restore' } as const
export const purgeFromTrashCall = { method: 'DELETE', path: '/api/admin/trash/:id' } as const
