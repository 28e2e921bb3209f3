/** Errors for a username or email that another account has. */
import { conflict, type AppError } from '#platform/contract/errors.ts'

const taken = (what: 'username' | 'email', message: string) => conflict(`user.${what}_taken`, message, [{ path: what, message }])
export const usernameConflict = (): AppError => taken('username', 'That username is taken. Please choose another.')
export const emailConflict = (): AppError => taken('email', 'There is already an account with that email address.')
