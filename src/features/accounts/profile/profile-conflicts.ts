/** Creates the errors for a username or email that another account has. */
import { conflict, type AppError } from '#platform/contract/errors.ts'

const takenError = (field: 'username' | 'email', message: string) => conflict(`user.${field}_taken`, message, [{ path: field, message }])
export const usernameConflict = (): AppError => takenError('username', 'That username is taken. Please choose another.')
export const emailConflict = (): AppError => takenError('email', 'There is already an account with that email address.')
