/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listExpertsCall = { method: 'GET', path: '/api/experts' } as const
export const listExpertArticlesCall = { method: 'GET', path: '/api/expert-articles' } as const
export const getExpertArticleCall = { method: 'GET', path: '/api/expert-articles/:id' } as const
