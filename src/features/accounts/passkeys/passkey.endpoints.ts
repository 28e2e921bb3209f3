/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const beginPasskeySignInCall = { method: 'POST', path: '/api/sign-in/passkey/challenge' } as const
export const passkeySignInCall = { method: 'POST', path: '/api/sign-in/passkey' } as const
export const passkeyAdminLoginCall = { method: 'POST', path: '/api/admin/login/passkey' } as const
export const listPasskeysCall = { method: 'GET', path: '/api/me/passkeys' } as const
export const beginPasskeyCall = { method: 'POST', path: '/api/me/passkeys/challenge' } as const
export const addPasskeyCall = { method: 'POST', path: '/api/me/passkeys' } as const
export const renamePasskeyCall = { method: 'PATCH', path: '/api/me/passkeys/:id' } as const
export const removePasskeyCall = { method: 'DELETE', path: '/api/me/passkeys/:id' } as const
export const askPasskeyAfterPasswordCall = { method: 'POST', path: '/api/me/passkeys/after-password' } as const

export const PASSKEY_NAME_MAX = 60
