/**
 * Stores responses by idempotency key. The key is claimed before the request runs, outside its transaction: if the server stops during the
 * request, the claim remains without a response, and the request is never executed twice.
 */
import { createHash, createHmac } from 'node:crypto'
import { findLowest } from '#db/find-lowest.ts'
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import type { Context } from '#platform/contract/context.ts'
import { AppError, conflict } from '#platform/contract/errors.ts'
import type { IdempotencyStore, IdempotentCall, ReplayedResponse } from '#platform/contract/idempotency.ts'
import type { NextDue } from '#platform/jobs/jobs.ts'
import { openSealed, seal } from '#platform/config/secret-box.ts'
import * as queries from './idempotency.queries.ts'

const RETENTION_MS = 24 * 3_600_000
/** No request takes longer, so an older claim without a response means that the server stopped during the request. */
const MAX_REQUEST_MS = 120_000

const makeKeyReusedError = () =>
  new AppError(
    422,
    'idempotency.key_reused',
    'This was already sent with different content. Check whether it was saved, then send it again.',
  )
const makeInProgressError = () =>
  new AppError(409, 'idempotency.in_progress', 'This is still being saved. Please wait a moment and try again.', undefined, 1)
const makeUnknownOutcomeError = () =>
  conflict('idempotency.unknown', 'The server stopped while it was saving this. Check whether it was saved, then send it again.')

export const idempotencyStore: IdempotencyStore = {
  async claim(ctx, call) {
    const dbContext = { db: ctx.site.db }
    const keyHash = hashKey(ctx, call)
    const requestHash = createHmac('sha256', call.key).update(call.body).digest('base64url')
    const now = Date.now()
    const row = { keyHash, requestHash, now: toTime(now), expiresAt: toTime(now + RETENTION_MS) }
    if (await writeWithoutInvalidation(() => queries.insertKey(dbContext, row)))
      return {
        complete: (response) =>
          writeWithoutInvalidation(() =>
            queries.updateResponse(dbContext, keyHash, seal(JSON.stringify(response), getSealPurpose(keyHash))),
          ),
        release: () => writeWithoutInvalidation(() => queries.deleteKey(dbContext, keyHash)),
      }
    const storedCall = await queries.findKey(dbContext, keyHash)
    // The first request has failed in the meantime and released its key.
    if (!storedCall) throw makeInProgressError()
    if (storedCall.requestHash !== requestHash) throw makeKeyReusedError()
    if (storedCall.response === null)
      throw now - Date.parse(storedCall.claimedAt) < MAX_REQUEST_MS ? makeInProgressError() : makeUnknownOutcomeError()
    const openedResponse = openSealed(storedCall.response, getSealPurpose(keyHash))
    if (openedResponse === undefined) throw makeUnknownOutcomeError()
    return JSON.parse(openedResponse) as ReplayedResponse
  },
}

export async function purgeIdempotencyKeys({ db }: Pick<Context, 'db'>): Promise<NextDue> {
  await queries.deleteExpiredKeys({ db }, toTime(Date.now()))
  return findLowest(db, 'idempotency_keys', 'expires_at')
}

/** Hashes the key together with viewer, method and URL, so that a key is only valid for the same request. */
const hashKey = ({ viewer }: Context, { key, method, url }: IdempotentCall): string =>
  createHash('sha256')
    .update(JSON.stringify([viewer?.id ?? 'guest', method, url, key]))
    .digest('base64url')

const getSealPurpose = (keyHash: string) => `idempotent response:${keyHash}`
const toTime = (timeMs: number) => new Date(timeMs).toISOString()
