/** How long what names a person may be, without zod: the contract and the browser both read it here. */
export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 200
