/** Publishes events to webhooks. Features call it in the transaction of the change, so that both are committed together. */
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

/** Sends a delivery. Jobs are queued with the id of the delivery as unique key. */
export const deliverWebhookJob = defineJobKind('webhooks.deliver', z.object({ deliveryId: z.number() }))

/** Maximum size of the cache, enough for thousands of sites. */
const MAX_CACHE_BYTES = 4 * 1024 * 1024

/** Caches whether a site has active webhooks: every published event checks it, and most sites have none. */
const openTargetCache = new TableCache<boolean>(processCaches, MAX_CACHE_BYTES)

async function hasOpenTargets({ db, site }: Pick<Context, 'db' | 'site'>): Promise<boolean> {
  const { value } = await openTargetCache.get(site.id, site.id, async () => {
    const targets = await webhooks.listActiveWebhooks({ db })
    return { value: targets.length > 0, tables: ['webhooks'], bytes: 1 }
  })
  return value
}

/**
 * Queues a delivery for each webhook that subscribes to the event.
 * @param ctx if it contains `site` and is in a transaction, the check for active webhooks is cached
 * @param data payload of the event: ids and states, without personal data or private text
 */
export async function publishEvent<E extends WebhookEvent>(
  ctx: Pick<Context, 'db'> & Partial<Pick<Context, 'site'>>,
  event: E,
  data: WebhookData<E>,
): Promise<void> {
  // The check is cached only in a transaction: outside of one, reading the cache could deadlock with a transaction that waits for it.
  if (ctx.site && ctx.db.isTransaction && !(await hasOpenTargets({ db: ctx.db, site: ctx.site }))) return
  const targets = (await webhooks.listActiveWebhooks(ctx)).filter(({ events }) => events.includes(event))
  if (targets.length === 0) return
  const message = composeEvent(event, data)
  for (const { id } of targets) await enqueueDelivery(ctx, await deliveries.insertDelivery(ctx, { webhookId: id, ...message }))
}

/** Composes the request body and an event id, which stays the same for all attempts. */
export function composeEvent(event: string, data: object): { eventId: string; event: string; payload: string; at: string } {
  const occurredAt = new Date().toISOString()
  return {
    eventId: `msg_${randomUUID().replaceAll('-', '')}`,
    event,
    payload: JSON.stringify({ type: event, timestamp: occurredAt, data }),
    at: occurredAt,
  }
}

export const enqueueDelivery = (ctx: Pick<Context, 'db'>, deliveryId: number, priority?: JobPriority): Promise<boolean> =>
  enqueueJob(ctx, deliverWebhookJob, { deliveryId }, { key: String(deliveryId), ...(priority ? { priority } : {}) })
