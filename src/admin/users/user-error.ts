import { ApiError, failureReason } from '#platform/client/api.client.ts'

/** A refusal as a person reads it. */
export function formatUserError(fault: Error): string {
  if (fault instanceof ApiError && fault.code === 'user.last_admin')
    return 'This is the last administrator who can sign in. Make somebody else an administrator first.'
  return failureReason(fault, 'The server could not answer. Look whether it was changed before you try again.')
}
