/** Length limits in characters, which the contract and the browser share. This module must not import zod, which is not in the initial bundle. */
export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 200
