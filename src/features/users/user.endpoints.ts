/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listUsersCall = { method: 'GET', path: '/api/users' } as const
export const getUserCall = { method: 'GET', path: '/api/users/:id' } as const
export const userBadgesCall = { method: 'GET', path: '/api/users/:id/badges' } as const
