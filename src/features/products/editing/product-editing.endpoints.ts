/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const saveProductCall = { method: 'POST', path: '/api/products' } as const
export const changeProductCall = { method: 'PATCH', path: '/api/products/:id' } as const
export const deleteProductCall = { method: 'DELETE', path: '/api/products/:id' } as const
