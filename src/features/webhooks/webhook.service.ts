/** What administrators do with webhooks. */
import './webhook.context.ts'
import { lockRow } from '#db/lock-row.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { unpagedList, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import { conflict, notFound } from '#platform/contract/errors.ts'
import * as deliveries from './delivery.queries.ts'
import { deliverNow } from './delivery.service.ts'
import { TEST_EVENT } from './webhook-events.policy.ts'
import { composeEvent, enqueueDelivery } from './webhook-event.service.ts'
import type { NewWebhook, Webhook, WebhookChange, WebhookWithSecret } from './webhook.contract.ts'
import type { DeliveryState, WebhookDelivery } from './delivery.contract.ts'
import { OLD_SECRET_HOURS, WEBHOOKS_MAX } from './webhook-limits.policy.ts'
import { createWebhookSecret } from './webhook-signature.ts'
import { checkWebhookUrl } from './webhook-target.ts'
import * as queries from './webhook.queries.ts'

const HOUR_MS = 3_600_000

export const listWebhooks = async (ctx: Context): Promise<ListResult<Webhook>> => unpagedList(await queries.listWebhookRows(ctx))

export async function createWebhook(ctx: Context, form: NewWebhook): Promise<WebhookWithSecret> {
  const row = {
    ...form,
    url: checkWebhookUrl(form.url),
    secret: createWebhookSecret(),
    at: new Date().toISOString(),
    createdBy: ctx.viewer?.id ?? null,
  }
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const made = await queries.insertWebhook(inside, row)
    // Not held against who comes at the same moment: one more does no harm.
    if ((await queries.countWebhooks(inside)) > WEBHOOKS_MAX)
      throw conflict('webhook.too_many', `There are ${WEBHOOKS_MAX} webhooks already. Delete one first.`)
    await recordAudit(inside, { action: 'webhook.create', subject: toSubject({ id: made, url: row.url }), after: toldOf(row) })
    return { ...(await getWebhook(inside, made)), secret: row.secret }
  })
}

export async function changeWebhook(ctx: Context, id: number, { isPaused, ...change }: WebhookChange): Promise<Webhook> {
  const url = change.url === undefined ? undefined : checkWebhookUrl(change.url)
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await lockRow(db, 'webhooks', id)
    const before = await getWebhook(inside, id)
    const after = {
      url: url ?? before.url,
      description: change.description ?? before.description,
      events: change.events ?? before.events,
    }
    const subject = toSubject({ id, url: after.url })
    if (JSON.stringify(toldOf(before)) !== JSON.stringify(after)) {
      await queries.updateWebhook(inside, id, after, after.url === before.url ? undefined : ctx.viewer?.id)
      await recordAudit(inside, { action: 'webhook.edit', subject, before: toldOf(before), after })
    }
    if (isPaused !== undefined && isPaused !== (before.pausedAt !== null)) {
      await queries.updatePause(inside, id, isPaused ? { at: new Date().toISOString(), reason: null } : null)
      await recordAudit(inside, { action: isPaused ? 'webhook.pause' : 'webhook.resume', subject })
    }
    return getWebhook(inside, id)
  })
}

export async function deleteWebhook(ctx: Context, id: number): Promise<{ ok: true }> {
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await lockRow(db, 'webhooks', id)
    await removeWebhook(inside, await getWebhook(inside, id))
  })
  return { ok: true }
}

/** Deletes what an account created. Call it in a transaction. */
export async function deleteWebhooksOf(inside: Context, userId: number): Promise<void> {
  for (const webhook of await queries.listWebhooksOf(inside, userId)) await removeWebhook(inside, webhook)
}

/** Pauses what a former administrator created, so that another can check it and resume it. Call it in a transaction. */
export async function pauseWebhooksOf(inside: Context, userId: number): Promise<void> {
  const pause = { at: new Date().toISOString(), reason: 'Its creator is no longer an administrator.' }
  for (const webhook of await queries.listWebhooksOf(inside, userId)) {
    if (webhook.pausedAt !== null) continue
    await queries.updatePause(inside, webhook.id, pause)
    await recordAudit(inside, { action: 'webhook.pause', subject: toSubject(webhook), after: { reason: pause.reason } })
  }
}

async function removeWebhook(inside: Context, webhook: Webhook): Promise<void> {
  await queries.deleteWebhookRow(inside, webhook.id)
  await recordAudit(inside, { action: 'webhook.delete', subject: toSubject(webhook), before: toldOf(webhook) })
}

export async function rotateWebhookSecret(ctx: Context, id: number): Promise<WebhookWithSecret> {
  const secret = createWebhookSecret()
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await lockRow(db, 'webhooks', id)
    const webhook = await getWebhook(inside, id)
    await queries.updateSecret(inside, id, secret, new Date(Date.now() + OLD_SECRET_HOURS * HOUR_MS).toISOString())
    await recordAudit(inside, { action: 'webhook.new_secret', subject: toSubject(webhook) })
    return { ...(await getWebhook(inside, id)), secret }
  })
}

/** Now and once: whoever tries it sits before the screen. */
export async function testWebhook(ctx: Context, id: number): Promise<WebhookDelivery> {
  const { description } = await getWebhook(ctx, id)
  const deliveryId = await deliveries.insertDelivery(ctx, { webhookId: id, ...composeEvent(TEST_EVENT, { id, description }) })
  await deliverNow(ctx, deliveryId)
  return getDelivery(ctx, deliveryId)
}

export async function listDeliveries(
  ctx: Context,
  id: number,
  { state, ...paging }: Paging & { state?: DeliveryState | undefined },
): Promise<ListResult<WebhookDelivery>> {
  await getWebhook(ctx, id)
  return deliveries.listDeliveryRows(ctx, id, state, paging)
}

export async function replayDelivery(ctx: Context, id: number): Promise<WebhookDelivery> {
  const call = await deliveries.findCall(ctx, id)
  if (!call) throw notFound('delivery')
  if (call.pausedAt !== null) throw conflict('webhook.paused', 'The webhook is paused. Have it go on first.')
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    if (!(await enqueueDelivery(inside, id, 'urgent'))) throw conflict('delivery.waiting', 'This call waits to be sent already.')
    await deliveries.resetDelivery(inside, id)
    await recordAudit(inside, {
      action: 'webhook.replay',
      subject: toSubject({ id: call.webhookId, url: call.url }),
      after: { event: call.event },
    })
    return getDelivery(inside, id)
  })
}

async function getWebhook(ctx: Pick<Context, 'db'>, id: number): Promise<Webhook> {
  const webhook = await queries.findWebhook(ctx, id)
  if (!webhook) throw notFound('webhook')
  return webhook
}

async function getDelivery(ctx: Pick<Context, 'db'>, id: number): Promise<WebhookDelivery> {
  const delivery = await deliveries.findDelivery(ctx, id)
  if (!delivery) throw notFound('delivery')
  return delivery
}

const toSubject = ({ id, url }: { id: number; url: string }) => ({ type: 'webhook' as const, id, title: url })
const toldOf = ({ url, description, events }: Pick<Webhook, 'url' | 'description' | 'events'>) => ({ url, description, events })
