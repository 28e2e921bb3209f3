import { ApiError, failureReason } from '#platform/client/api.client.ts'

/** Returns the message to show when changing a user has failed. */
export function formatUserError(error: Error): string {
  if (error instanceof ApiError && error.code === 'user.last_admin')
    return 'This is the last administrator who can sign in. Make someone else an administrator first.'
  return failureReason(error, 'The server did not respond. Check whether the change was saved before you try again.')
}
