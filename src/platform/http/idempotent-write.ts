/** `Idempotency-Key` of writes: claims the key, stores the response, or replays the stored one. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { freshCookie } from './cookie.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import {
  parseIdempotencyKey,
  takesIdempotencyKey,
  type IdempotencyClaim,
  type IdempotencyStore,
  type ReplayedResponse,
} from '#platform/contract/idempotency.ts'
import { mayReachAnotherProcess } from '#platform/cache/shared-response.ts'

/**
 * Claims the key of a request.
 * @returns a claim, or the stored response to replay; undefined for a request without a key
 * @throws AppError 400 for a malformed key, 409 while the first request is in progress, 422 if the key was used with another body
 */
export async function claimIdempotencyKey(endpoint: Endpoint, request: FastifyRequest, store: IdempotencyStore) {
  const header = request.headers['idempotency-key']
  if (typeof header !== 'string' || !takesIdempotencyKey(endpoint)) return undefined
  const body = Buffer.isBuffer(request.body) ? request.body : JSON.stringify(request.body ?? {})
  return store.claim(request.ctx, { key: parseIdempotencyKey(header), method: request.method, url: request.url, body })
}

/** Stores the response, unless it opens a session: then the key is released, and a retry is executed again. Logs failures. */
export async function completeClaim(claim: IdempotencyClaim, response: ReplayedResponse, request: FastifyRequest): Promise<void> {
  try {
    await ('set-cookie' in response.headers ? claim.release() : claim.complete(response))
  } catch (err) {
    request.log.error({ err }, 'idempotent response not stored')
  }
}

/** Sends the stored response of the first request, marked with `Idempotency-Replayed`. */
export function sendReplay({ status, body, headers }: ReplayedResponse, { ctx, origin }: FastifyRequest, reply: FastifyReply) {
  if (mayReachAnotherProcess(ctx)) reply.header('set-cookie', freshCookie(origin))
  return reply
    .status(status)
    .headers({ ...headers, 'idempotency-replayed': 'true' })
    .type('application/json; charset=utf-8')
    .send(body)
}
