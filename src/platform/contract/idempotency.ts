/**
 * `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a request that is sent twice with one key is executed once, and its
 * response is replayed. `IdempotencyStore` decides where keys are stored.
 */
import type { Context } from './context.ts'
import type { Endpoint } from './endpoint.ts'
import { badRequest } from './errors.ts'

/** Pattern of the bare key. It must be too long to guess, because only the key protects a guest's stored response. */
const KEY_PATTERN = /^[\x21-\x7e]{16,255}$/
/** Pattern of the header: a structured-field string, as in the draft, or the bare key. */
export const KEY_SOURCE = '^("[!#-~]{16,253}"|[!-~]{16,255})$'

export interface ReplayedResponse {
  status: number
  body: string
  /** Lower-case names. Never contains cookies. */
  headers: Record<string, string>
}

export interface IdempotencyClaim {
  /** Stores the response of the executed request. */
  complete(response: ReplayedResponse): Promise<void>
  /** Frees the key after a failure, so that the request can be sent again. */
  release(): Promise<void>
}

export interface IdempotentCall {
  key: string
  method: string
  url: string
  body: string | Buffer
}

export interface IdempotencyStore {
  /**
   * Claims a key, or returns the stored response.
   * @throws AppError 409 while the first request is in progress, 422 when the key was used with another body
   */
  claim(ctx: Context, call: IdempotentCall): Promise<IdempotencyClaim | ReplayedResponse>
}

/** Whether keys of a call are stored here. Launching stores its own keys; previews have no effect. */
export const takesIdempotencyKey = ({ method, idempotencyKey, hasNoEffectOnReads }: Endpoint): boolean =>
  method === 'POST' && !idempotencyKey && !hasNoEffectOnReads

/** Returns the key without quotes. @throws AppError 400 for a key that is too short, too long or contains other characters */
export function parseIdempotencyKey(header: string): string {
  const key = header.trim().replace(/^"(.*)"$/, '$1')
  if (!KEY_PATTERN.test(key)) throw badRequest('The Idempotency-Key must be 16 to 255 visible ASCII characters.')
  return key
}
