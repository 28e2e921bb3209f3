/** Determines which submissions of a form are retries of the same request. */
import { ApiError } from '#platform/client/api.client.ts'

/** A submission. It is retried unchanged until its values change or its outcome is known. */
export interface FormAttempt {
  idempotencyKey: string
  /** The submitted values, as JSON. */
  values: string
  body: unknown
}

/** `isAnswered`: whether the outcome is known. */
export type Attempt = FormAttempt & { isAnswered?: boolean }

/**
 * Returns the last attempt if the values are unchanged and its outcome is unknown. Changed values reuse its idempotency key while the
 * outcome is unknown, so that the server can detect that the first one was stored; otherwise they get a new key.
 */
export function nextAttempt<V extends object, B>(last: Attempt | undefined, values: V, toBody: (values: V) => B): FormAttempt {
  const json = toJson(values)
  if (last?.values === json && !last.isAnswered) return last
  const idempotencyKey = last && !last.isAnswered ? last.idempotencyKey : newKey()
  return { idempotencyKey, values: json, body: toBody(values) }
}

/** Creates a random key; `crypto.randomUUID` exists only in secure contexts. */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Serialises values for comparison. Files are identified by name, size and modification time. */
export const toJson = (values: object): string =>
  JSON.stringify(values, (_name, value: unknown) => (value instanceof File ? [value.name, value.size, value.lastModified] : value))

/** Whether a failure is final. After a proxy timeout, or while the first request is in progress, the outcome is unknown. */
export const isOutcomeKnown = (error: Error): boolean =>
  error instanceof ApiError && error.status < 500 && error.code !== 'idempotency.in_progress'
