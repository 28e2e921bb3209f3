/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const getOwnHomeCall = { method: 'GET', path: '/api/me/home' } as const
export const saveOwnHomeCall = { method: 'POST', path: '/api/me/home' } as const
export const eraseOwnHomeCall = { method: 'DELETE', path: '/api/me/home' } as const

/** Of a roof with four slopes; all other answers are shorter. */
export const OWN_HOME_ANSWER_MAX = 400
