/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const getSiteCall = { method: 'GET', path: '/api/site' } as const
export const getAboutCall = { method: 'GET', path: '/api/about' } as const
