/** What a form sends, and when a second press is the same request. */
import { ApiError } from '#platform/client/api.client.ts'

/** What is sent, as long as nothing is changed and no answer says otherwise: pressed again, it is the same request. */
export interface FormAttempt {
  idempotencyKey: string
  /** The values that were sent, as JSON. */
  values: string
  body: unknown
}

export type Attempt = FormAttempt & { isAnswered?: boolean }

/**
 * The same values are the same request, with its body and its key. After an answer, other values are a new one; after none, they have
 * the key of the first, so that the server can tell what it has stored already.
 */
export function nextAttempt<V extends object, B>(last: Attempt | undefined, values: V, toBody: (values: V) => B): FormAttempt {
  const json = toJson(values)
  if (last?.values === json && !last.isAnswered) return last
  const idempotencyKey = last && !last.isAnswered ? last.idempotencyKey : newKey()
  return { idempotencyKey, values: json, body: toBody(values) }
}

/** `crypto.randomUUID` exists only where the page came over https. */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A chosen file counts by what it is called, its size and its time. */
export const toJson = (values: object): string =>
  JSON.stringify(values, (_name, value: unknown) => (value instanceof File ? [value.name, value.size, value.lastModified] : value))

/** After a timeout of a proxy, or while the first request is in progress, its outcome is not known yet. */
export const isAnswer = (fault: Error): boolean =>
  fault instanceof ApiError && fault.status < 500 && fault.code !== 'idempotency.in_progress'
