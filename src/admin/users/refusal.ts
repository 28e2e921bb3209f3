import { ApiError, reasonOf } from '#platform/api.client.ts'

/** A refusal as a person reads it. */
export function refusalInWords(fault: Error): string {
  if (!(fault instanceof ApiError)) return 'The site could not be reached. Nothing was changed; please try again.'
  if (fault.code === 'user.last_admin') return 'This is the last administrator who can sign in. Make somebody else an administrator first.'
  return reasonOf(fault, 'The server could not answer. Look whether it was changed before you try again.')
}
