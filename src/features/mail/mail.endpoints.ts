/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listMailCall = { method: 'GET', path: '/api/admin/mail' } as const
export const listMailTemplatesCall = { method: 'GET', path: '/api/admin/mail-templates' } as const
export const previewMailCall = { method: 'GET', path: '/api/admin/mail-templates/:name' } as const
export const resendMailCall = { method: 'POST', path: '/api/admin/mail/:id/send' } as const
