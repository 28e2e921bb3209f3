/** Telling webhooks of what has happened. Rooms call it within the transaction of the change, so that both hold or neither. */
import './webhook.context.ts'
import { randomUUID } from 'node:crypto'
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
import { defineJobKind, type JobPriority } from '#features/job-queue/job-kind.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { processCaches } from '#platform/cache/cache-group.ts'
import { TableCache } from '#platform/cache/table-cache.ts'
import { z } from '#platform/contract/zod.ts'
import * as deliveries from './delivery.queries.ts'
import type { WebhookEvent } from './webhook-events.policy.ts'
import type { WebhookData } from './webhook-payload.contract.ts'
import * as webhooks from './webhook.queries.ts'

/** Its key is the delivery's number. */
export const deliverWebhookJob = defineJobKind('webhooks.deliver', z.object({ deliveryId: z.number() }))

/** Of some thousands of sites. */
const MAX_BYTES = 4 * 1024 * 1024

/** Whether a site has webhooks that are told of anything: most have none, and every post asks. */
const openTargetCache = new TableCache<boolean>(processCaches, MAX_BYTES)

async function hasOpenTargets({ db, site }: Pick<Context, 'db' | 'site'>): Promise<boolean> {
  const { value } = await openTargetCache.get(site.id, site.id, async () => {
    const targets = await webhooks.listOpenTargets({ db })
    return { value: targets.length > 0, tables: ['webhooks'], bytes: 1 }
  })
  return value
}

/**
 * Puts a call into the queue for each webhook that wants to hear of it.
 * @param ctx with its site it is remembered that there is nobody to tell
 * @param data numbers and states; no address, no name, nothing that a person wrote in confidence
 */
export async function announceEvent<E extends WebhookEvent>(
  ctx: Pick<Context, 'db'> & Partial<Pick<Context, 'site'>>,
  event: E,
  data: WebhookData<E>,
): Promise<void> {
  // Outside of a transaction reading may wait for the very one that waits for what is read.
  if (ctx.site && ctx.db.isTransaction && !(await hasOpenTargets({ db: ctx.db, site: ctx.site }))) return
  const targets = (await webhooks.listOpenTargets(ctx)).filter(({ events }) => events.includes(event))
  if (targets.length === 0) return
  const message = composeEvent(event, data)
  for (const { id } of targets) await enqueueDelivery(ctx, await deliveries.insertDelivery(ctx, { webhookId: id, ...message }))
}

/** The body of a call, and the name that it keeps however often it is sent. */
export function composeEvent(event: string, data: object): { eventId: string; event: string; payload: string; at: string } {
  const at = new Date().toISOString()
  return { eventId: `msg_${randomUUID().replaceAll('-', '')}`, event, payload: JSON.stringify({ type: event, timestamp: at, data }), at }
}

export const enqueueDelivery = (ctx: Pick<Context, 'db'>, deliveryId: number, priority?: JobPriority): Promise<boolean> =>
  enqueueJob(ctx, deliverWebhookJob, { deliveryId }, { key: String(deliveryId), ...(priority ? { priority } : {}) })
