/** Creates the errors for a username or email that another account has. */
import { conflict, type AppError } from '#platform/contract/errors.ts'

const takenConflict = (field: 'username' | 'email', message: string) => conflict(`user.${field}_taken`, message, [{ path: field, message }])
export const usernameConflict = (): AppError => takenConflict('username', 'That username is taken. Please choose another.')
export const emailConflict = (): AppError => takenConflict('email', 'There is already an account with that email address.')
