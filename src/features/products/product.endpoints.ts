/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listProductsCall = { method: 'GET', path: '/api/products' } as const
export const featuredProductsCall = { method: 'GET', path: '/api/products/featured' } as const
export const productsOfCategoryCall = { method: 'GET', path: '/api/products/category/:categoryId' } as const
export const getProductCall = { method: 'GET', path: '/api/products/:slug' } as const
