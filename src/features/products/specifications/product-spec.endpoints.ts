/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const productSpecsCall = { method: 'GET', path: '/api/products/figures' } as const
export const productCountsCall = { method: 'GET', path: '/api/products/counts' } as const
export const compareProductsCall = { method: 'GET', path: '/api/products/compare' } as const
