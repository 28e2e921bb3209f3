/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listFiguresCall = { method: 'GET', path: '/api/figures' } as const
export const getFigureCall = { method: 'GET', path: '/api/figures/:key' } as const
export const listFigureEntriesCall = { method: 'GET', path: '/api/admin/figures' } as const
export const getFigureEntryCall = { method: 'GET', path: '/api/admin/figures/:id' } as const
export const listFigureProblemsCall = { method: 'GET', path: '/api/admin/figure-problems' } as const
export const addFigureValueCall = { method: 'POST', path: '/api/admin/figures/:id/values' } as const
export const previewFigureValueCall = { method: 'POST', path: '/api/admin/figures/:id/effects' } as const
export const checkFigureValueCall = { method: 'POST', path: '/api/admin/figure-values/:id/check' } as const

export const FIGURE_NOTE_MAX = 1000
export const SOURCE_TITLE_MAX = 200
export const SOURCE_URL_MAX = 1000
