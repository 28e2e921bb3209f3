/** Sends webhook deliveries and records their results. */
import { setImmediate } from 'node:timers/promises'
import { recordAudit } from '#features/audit/audit.service.ts'
import { handleJob, JobFailure, type JobHandler, type RunningJob } from '#features/job-queue/job-handler.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict } from '#platform/contract/errors.ts'
import { toPublicFetchError, openPublicRequest, parsePublicUrl, type ResolveHost } from '#platform/network/public-request.ts'
import { openSealed } from '#platform/config/secret-box.ts'
import { toError } from '#platform/client/to-error.client.ts'
import * as deliveries from './delivery.queries.ts'
import { deliverWebhookJob } from './webhook-event.service.ts'
import { PAUSED_AFTER_DAYS } from './webhook-limits.policy.ts'
import { signWebhookCall } from './webhook-signature.ts'
import { isTargetAllowed } from './webhook-target.ts'
import * as webhooks from './webhook.queries.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** Delay before each retry; about three days in total. */
const RETRY_DELAYS_MS = [
  10 * SECOND_MS,
  ...[5, 30].map((minutes) => minutes * MINUTE_MS),
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
]
const TIMEOUT_MS = 10_000
/** Maximum number of bytes of a response body that are read and stored. */
const MAX_RESPONSE_BYTES = 2048
const STATUS_GONE = 410

interface DeliveryOptions {
  /** Resolves host names; tests replace it. */
  resolve?: ResolveHost
  timeoutMs?: number
}

/** Creates the job handler. Deliveries of a site are sent one at a time, so that a slow receiver delays only its own site. */
export const createWebhookHandler = (options: DeliveryOptions = {}): JobHandler =>
  handleJob(deliverWebhookJob, {
    maxAttempts: RETRY_DELAYS_MS.length + 1,
    // The delay grows with each attempt and is reduced at random by up to 25% (jitter).
    getRetryDelayMs: (attempt) => Math.round((RETRY_DELAYS_MS[attempt - 1] ?? 0) * (1 - Math.random() / 4)),
    run: (ctx, { deliveryId }, job) => deliver(ctx, deliveryId, job, options),
    onFinalFailure: (ctx, { deliveryId }, error) => deliveries.markDeliveryFailed(ctx, deliveryId, new Date().toISOString(), error),
    checkRetry: async (ctx, { deliveryId }) => assertNotPaused(await deliveries.findWebhookCall(ctx, deliveryId)),
  })

/** @throws AppError 409 if the webhook of the delivery is paused */
export function assertNotPaused(call: deliveries.WebhookCall | undefined): void {
  if (call && call.pausedAt !== null) throw conflict('webhook.paused', 'The webhook is paused. Resume it first.')
}

async function deliver(ctx: Context, deliveryId: number, job: RunningJob, options: DeliveryOptions): Promise<void> {
  const call = await deliveries.findWebhookCall(ctx, deliveryId)
  if (!call || call.deliveredAt !== null) return
  if (call.pausedAt !== null) throw new JobFailure('The webhook is paused.', { isFinal: true, isExpected: true })
  const result = await attemptDelivery(ctx, call, options)
  if (!result.isDelivered) {
    const isGone = result.status === STATUS_GONE
    await ctx.db.transaction().execute((db) => recordFailure({ ...ctx, db }, call, result, isGone))
    throw new JobFailure(result.error ?? '', { isFinal: isGone })
  }
  await ctx.db.transaction().execute(async (db) => {
    await deliveries.updateAttempt({ db }, call.id, result)
    await webhooks.clearFailing({ db }, call.webhookId)
    await job.finish(db)
  })
}

/**
 * Sends a delivery at once, even if its webhook is paused, and stores the result. A failure is final and does not start a series of
 * failures, which would pause the webhook.
 */
export async function deliverNow(ctx: Pick<Context, 'db'>, deliveryId: number, options: DeliveryOptions = {}): Promise<void> {
  const call = await deliveries.findWebhookCall(ctx, deliveryId)
  if (!call) return
  const result = await attemptDelivery(ctx, call, options)
  await deliveries.updateAttempt(ctx, call.id, result)
  if (result.isDelivered) await webhooks.clearFailing(ctx, call.webhookId)
  else await deliveries.markDeliveryFailed(ctx, call.id, result.at, result.error ?? '')
}

/** Stores the failed attempt, and pauses the webhook if it responded with 410 or has been failing for `PAUSED_AFTER_DAYS`. */
async function recordFailure(ctx: Context, call: deliveries.WebhookCall, result: deliveries.AttemptResult, isGone: boolean): Promise<void> {
  await deliveries.updateAttempt(ctx, call.id, result)
  const failingSince = await webhooks.markFailing(ctx, call.webhookId, result.at)
  const isOverdue = Date.parse(result.at) - Date.parse(failingSince) >= PAUSED_AFTER_DAYS * 24 * HOUR_MS
  if (!isGone && !isOverdue) return
  const reason = isGone ? 'The receiver responded with 410 Gone.' : `All deliveries have failed for ${PAUSED_AFTER_DAYS} days.`
  await webhooks.updatePause(ctx, call.webhookId, { at: result.at, reason })
  await recordAudit(ctx, { action: 'webhook.pause', subject: { type: 'webhook', id: call.webhookId, title: call.url }, after: { reason } })
}

async function attemptDelivery(
  ctx: Pick<Context, 'db'>,
  call: deliveries.WebhookCall,
  { resolve, timeoutMs = TIMEOUT_MS }: DeliveryOptions,
): Promise<deliveries.AttemptResult> {
  const attemptedAt = new Date()
  const result = { at: attemptedAt.toISOString(), isDelivered: false, status: null, answer: null, durationMs: null, error: null }
  const secrets = await openSecrets(ctx, call.webhookId)
  if (secrets.length === 0)
    return { ...result, error: 'Its secret cannot be decrypted because SECRET_KEY has changed. Create a new secret.' }
  const startedMs = performance.now()
  const measureDuration = () => ({ durationMs: Math.round(performance.now() - startedMs) })
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await openPublicRequest(parsePublicUrl(call.url), {
      method: 'POST',
      headers: {
        ...signWebhookCall({ id: call.eventId, timestamp: Math.floor(attemptedAt.getTime() / SECOND_MS), body: call.payload }, secrets),
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(call.payload)),
        'user-agent': 'net-zero-site (webhook)',
      },
      body: call.payload,
      signal,
      isAllowed: isTargetAllowed,
      ...(resolve ? { resolve } : {}),
    })
    const status = response.statusCode ?? 0
    const answer = await readBeginning(response).catch((error: unknown) => {
      throw toPublicFetchError(toError(error), signal)
    })
    const isDelivered = status >= 200 && status < 300
    return { ...result, ...measureDuration(), isDelivered, status, answer, error: isDelivered ? null : describeStatus(status) }
  } catch (error) {
    return { ...result, ...measureDuration(), error: toError(error).message }
  }
}

const describeStatus = (status: number): string =>
  status >= 300 && status < 400 ? `HTTP ${status}: redirects are not followed.` : `HTTP ${status}.`

/** Returns the first `MAX_RESPONSE_BYTES` of a response as text, without waiting for the rest. */
async function readBeginning(response: AsyncIterable<Buffer> & { destroy(): void }): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response) {
    parts.push(part)
    bytes += part.length
    if (bytes >= MAX_RESPONSE_BYTES) break
    // Yields to the event loop, because a response may consist of thousands of small chunks.
    await setImmediate()
  }
  response.destroy()
  // Text columns of PostgreSQL cannot store NUL.
  return Buffer.concat(parts).subarray(0, MAX_RESPONSE_BYTES).toString('utf8').replaceAll('\0', '�')
}

/** Returns the secrets that are valid and can be decrypted, newest first. */
async function openSecrets(ctx: Pick<Context, 'db'>, id: number): Promise<string[]> {
  const row = await webhooks.findSecrets(ctx, id)
  if (!row) return []
  const isOldSecretValid = row.old_secret !== null && row.old_secret_until !== null && row.old_secret_until > new Date().toISOString()
  return [row.secret, ...(isOldSecretValid && row.old_secret ? [row.old_secret] : [])].flatMap(
    (sealed) => openSealed(sealed, webhooks.secretPurpose(id)) ?? [],
  )
}
