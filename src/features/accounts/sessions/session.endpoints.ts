/** Asked by every page, so it stands apart from what only an account's own pages call. */
export const getSessionCall = { method: 'GET', path: '/api/session' } as const
