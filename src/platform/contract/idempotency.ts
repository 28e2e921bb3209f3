/**
 * `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): the same request sent twice with one key is executed once, and the
 * second response is a copy of the first. Where keys are stored is up to the `IdempotencyStore`.
 */
import type { Context } from './context.ts'
import type { Endpoint } from './endpoint.ts'
import { badRequest } from './errors.ts'

/** A guest's key is all that protects their stored response, so it must be too long to guess. */
const KEY_PATTERN = /^[\x21-\x7e]{16,255}$/
/** A structured-field string, as the draft writes it, or the bare key. */
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
  /** @throws AppError 409 while the first request is in progress, 422 when the key was used with another body */
  claim(ctx: Context, call: IdempotentCall): Promise<IdempotencyClaim | ReplayedResponse>
}

/** Launching has a key of its own, which is stored with the launch; a preview has nothing to repeat. */
export const takesIdempotencyKey = ({ method, idempotencyKey, hasNoEffectOnReads }: Endpoint): boolean =>
  method === 'POST' && !idempotencyKey && !hasNoEffectOnReads

/** @throws AppError 400 for a key that is too short, too long or holds other characters */
export function parseIdempotencyKey(header: string): string {
  const key = header.trim().replace(/^"(.*)"$/, '$1')
  if (!KEY_PATTERN.test(key)) throw badRequest('The Idempotency-Key must be 16 to 255 visible ASCII characters.')
  return key
}
