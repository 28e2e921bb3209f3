/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listArticlesCall = { method: 'GET', path: '/api/articles' } as const
export const featuredArticlesCall = { method: 'GET', path: '/api/articles/featured' } as const
export const articlesOfCategoryCall = { method: 'GET', path: '/api/articles/category/:categoryId' } as const
export const getArticleCall = { method: 'GET', path: '/api/articles/:slug' } as const
