/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listNoticesCall = { method: 'GET', path: '/api/me/notices' } as const
export const readNoticesCall = { method: 'POST', path: '/api/me/notices/read' } as const
export const getPreferencesCall = { method: 'GET', path: '/api/me/notice-preferences' } as const
export const changePreferencesCall = { method: 'PATCH', path: '/api/me/notice-preferences' } as const
export const getLeavingCall = { method: 'GET', path: '/api/notice-leave/:key' } as const
export const leaveNoticesCall = { method: 'POST', path: '/api/notice-leave/:key' } as const
