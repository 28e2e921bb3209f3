/** What a write does with its `Idempotency-Key`: claims it, stores the response, or repeats the stored one. */
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
import { mayReachAnotherProcess } from '#platform/cache/shared-answer.ts'

/** @returns undefined for a request without a key */
export async function claimIdempotencyKey(endpoint: Endpoint, request: FastifyRequest, store: IdempotencyStore) {
  const header = request.headers['idempotency-key']
  if (typeof header !== 'string' || !takesIdempotencyKey(endpoint)) return undefined
  const body = Buffer.isBuffer(request.body) ? request.body : JSON.stringify(request.body ?? {})
  return store.claim(request.ctx, { key: parseIdempotencyKey(header), method: request.method, url: request.url, body })
}

/** A response that opens a session is never stored: its request is executed again. */
export async function completeClaim(claim: IdempotencyClaim, response: ReplayedResponse, request: FastifyRequest): Promise<void> {
  try {
    await ('set-cookie' in response.headers ? claim.release() : claim.complete(response))
  } catch (err) {
    request.log.error({ err }, 'idempotent response not stored')
  }
}

export function sendReplay({ status, body, headers }: ReplayedResponse, { ctx, origin }: FastifyRequest, reply: FastifyReply) {
  if (mayReachAnotherProcess(ctx)) reply.header('set-cookie', freshCookie(origin))
  return reply
    .status(status)
    .headers({ ...headers, 'idempotency-replayed': 'true' })
    .type('application/json; charset=utf-8')
    .send(body)
}
