/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const createUserCall = { method: 'POST', path: '/api/users' } as const
export const changeUserCall = { method: 'PATCH', path: '/api/users/:id' } as const
export const deleteUserCall = { method: 'DELETE', path: '/api/users/:id' } as const
export const sendPasswordLinkCall = { method: 'POST', path: '/api/users/:id/password-link' } as const
export const removeSecondFactorCall = { method: 'DELETE', path: '/api/users/:id/second-factor' } as const
