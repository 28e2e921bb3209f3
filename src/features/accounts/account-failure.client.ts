/** Formats errors of account requests as messages for users. */
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { formatWait } from '#wording/durations.ts'

export function formatReason(error: Error): string {
  if (error instanceof ApiError && error.status === 429) return `Too many attempts. ${formatRetryAfter(error.waitSeconds)}`
  return failureReason(error)
}

/**
 * @param seconds the wait that the server requires; `undefined` if it names none
 * @returns a sentence such as "Please try again in 2 minutes."
 */
export function formatRetryAfter(seconds: number | undefined): string {
  if (!seconds) return 'Please try again later.'
  return `Please try again in ${formatWait(seconds, 90)}.`
}

/** @returns the second factor that the server requires after a correct password; `undefined` if the request failed for another reason */
export function findMissingFactor(error: Error): 'code' | 'passkey' | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.code === 'auth.code_needed' ? 'code' : error.code === 'auth.passkey_needed' ? 'passkey' : undefined
}
