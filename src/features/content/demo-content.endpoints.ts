/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const countDemoContentCall = { method: 'GET', path: '/api/admin/demo-content' } as const
export const removeDemoContentCall = { method: 'DELETE', path: '/api/admin/demo-content' } as const
