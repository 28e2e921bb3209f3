/** Length limits shared by the contract and the browser; without zod, to keep it out of the bundle. */
export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 200
