/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const searchCall = { method: 'GET', path: '/api/search' } as const
export const listSearchSuggestionsCall = { method: 'GET', path: '/api/search/suggestions' } as const
export const recordSearchClickCall = { method: 'POST', path: '/api/search/clicks' } as const
export const getSearchReportCall = { method: 'GET', path: '/api/admin/searches' } as const
export const getSearchSynonymsCall = { method: 'GET', path: '/api/admin/search-synonyms' } as const
export const changeSearchSynonymsCall = { method: 'PATCH', path: '/api/admin/search-synonyms' } as const
export const listSearchPinsCall = { method: 'GET', path: '/api/admin/search-pins' } as const
export const addSearchPinCall = { method: 'POST', path: '/api/admin/search-pins' } as const
export const removeSearchPinCall = { method: 'DELETE', path: '/api/admin/search-pins/:id' } as const
