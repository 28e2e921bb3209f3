/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listMailCall = { method: 'GET', path: '/api/admin/mail' } as const
export const resendMailCall = { method: 'POST', path: '/api/admin/mail/:id/send' } as const
