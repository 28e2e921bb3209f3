/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listCategoriesCall = { method: 'GET', path: '/api/categories' } as const
export const getCategoryCall = { method: 'GET', path: '/api/categories/:slugOrId' } as const
