/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const readPreferencesCall = { method: 'GET', path: '/api/newsletter/preferences' } as const
export const changePreferencesCall = { method: 'PATCH', path: '/api/newsletter/preferences' } as const
