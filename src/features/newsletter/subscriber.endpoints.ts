/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listSubscribersCall = { method: 'GET', path: '/api/admin/newsletter' } as const
export const exportSubscribersCall = { method: 'GET', path: '/api/admin/newsletter.csv' } as const
export const removeSubscriberCall = { method: 'DELETE', path: '/api/admin/newsletter/:id' } as const
