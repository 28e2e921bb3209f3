/** User-facing messages for failed account requests. */
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { formatWait } from '#wording/durations.ts'

export function formatReason(fault: Error): string {
  if (fault instanceof ApiError && fault.status === 429) return `Too many attempts. ${formatRetryAfter(fault.wait)}`
  return failureReason(fault)
}

/** @returns a sentence such as "Please try again in 2 minutes." */
export function formatRetryAfter(seconds: number | undefined): string {
  if (!seconds) return 'Please try again later.'
  return `Please try again in ${formatWait(seconds, 90)}.`
}

/** @returns the second factor that the server requires after a correct password */
export function missingFactorOf(fault: Error): 'code' | 'passkey' | undefined {
  if (!(fault instanceof ApiError)) return undefined
  return fault.code === 'auth.code_needed' ? 'code' : fault.code === 'auth.passkey_needed' ? 'passkey' : undefined
}
