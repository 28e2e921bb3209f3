/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const importSubscribersCall = { method: 'POST', path: '/api/admin/newsletter/import' } as const
export const newsletterGrowthCall = { method: 'GET', path: '/api/admin/newsletter/growth' } as const
