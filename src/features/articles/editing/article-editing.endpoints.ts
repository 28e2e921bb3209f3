/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listArticleDraftsCall = { method: 'GET', path: '/api/admin/articles' } as const
export const getArticleDraftCall = { method: 'GET', path: '/api/admin/articles/:id' } as const
export const createArticleCall = { method: 'POST', path: '/api/articles' } as const
export const changeArticleCall = { method: 'PATCH', path: '/api/articles/:id' } as const
export const deleteArticleCall = { method: 'DELETE', path: '/api/articles/:id' } as const
export const previewArticleCall = { method: 'POST', path: '/api/articles/preview' } as const
