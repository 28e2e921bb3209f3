/** Creates, changes, tests and deletes webhooks, and replays their deliveries. */
import './webhook.context.ts'
import { lockRow } from '#db/lock-row.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { unpagedList, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import { conflict, notFound } from '#platform/contract/errors.ts'
import * as deliveries from './delivery.queries.ts'
import { assertNotPaused, deliverNow } from './delivery.service.ts'
import { TEST_EVENT } from './webhook-events.policy.ts'
import { composeEvent, enqueueDelivery } from './webhook-event.service.ts'
import type { NewWebhook, Webhook, WebhookChange, WebhookWithSecret } from './webhook.contract.ts'
import type { DeliveryState, WebhookDelivery } from './delivery.contract.ts'
import { OLD_SECRET_HOURS, WEBHOOKS_MAX } from './webhook-limits.policy.ts'
import { createWebhookSecret } from './webhook-signature.ts'
import { validateWebhookUrl } from './webhook-target.ts'
import * as queries from './webhook.queries.ts'

const HOUR_MS = 3_600_000

export const listWebhooks = async (ctx: Context): Promise<ListResult<Webhook>> => unpagedList(await queries.listWebhookRows(ctx))

export async function createWebhook(ctx: Context, form: NewWebhook): Promise<WebhookWithSecret> {
  const row = {
    ...form,
    url: validateWebhookUrl(form.url),
    secret: createWebhookSecret(),
    at: new Date().toISOString(),
    createdBy: ctx.viewer?.id ?? null,
  }
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const id = await queries.insertWebhook(trxCtx, row)
    // The limit is not exact: concurrent requests may exceed it.
    if ((await queries.countWebhooks(trxCtx)) > WEBHOOKS_MAX)
      throw conflict('webhook.too_many', `There are ${WEBHOOKS_MAX} webhooks already. Delete one first.`)
    await recordAudit(trxCtx, { action: 'webhook.create', subject: toSubject({ id, url: row.url }), after: toAuditData(row) })
    return { ...(await getWebhook(trxCtx, id)), secret: row.secret }
  })
}

export async function changeWebhook(ctx: Context, id: number, { isPaused, ...change }: WebhookChange): Promise<Webhook> {
  const url = change.url === undefined ? undefined : validateWebhookUrl(change.url)
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRow(db, 'webhooks', id)
    const before = await getWebhook(trxCtx, id)
    const after = {
      url: url ?? before.url,
      description: change.description ?? before.description,
      events: change.events ?? before.events,
    }
    const subject = toSubject({ id, url: after.url })
    if (JSON.stringify(toAuditData(before)) !== JSON.stringify(after)) {
      await queries.updateWebhook(trxCtx, id, after, after.url === before.url ? undefined : ctx.viewer?.id)
      await recordAudit(trxCtx, { action: 'webhook.edit', subject, before: toAuditData(before), after })
    }
    if (isPaused !== undefined && isPaused !== (before.pausedAt !== null)) {
      await queries.updatePause(trxCtx, id, isPaused ? { at: new Date().toISOString(), reason: null } : null)
      await recordAudit(trxCtx, { action: isPaused ? 'webhook.pause' : 'webhook.resume', subject })
    }
    return getWebhook(trxCtx, id)
  })
}

export async function deleteWebhook(ctx: Context, id: number): Promise<{ ok: true }> {
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRow(db, 'webhooks', id)
    await removeWebhook(trxCtx, await getWebhook(trxCtx, id))
  })
  return { ok: true }
}

/** Deletes the webhooks that an account created. Must be called in a transaction. */
export async function deleteWebhooksOf(trxCtx: Context, userId: number): Promise<void> {
  for (const webhook of await queries.listWebhooksOf(trxCtx, userId)) await removeWebhook(trxCtx, webhook)
}

/** Pauses the webhooks of a former administrator, until another one reviews and resumes them. Must be called in a transaction. */
export async function pauseWebhooksOf(trxCtx: Context, userId: number): Promise<void> {
  const pause = { at: new Date().toISOString(), reason: 'Its creator is no longer an administrator.' }
  for (const webhook of await queries.listWebhooksOf(trxCtx, userId)) {
    if (webhook.pausedAt !== null) continue
    await queries.updatePause(trxCtx, webhook.id, pause)
    await recordAudit(trxCtx, { action: 'webhook.pause', subject: toSubject(webhook), after: { reason: pause.reason } })
  }
}

async function removeWebhook(trxCtx: Context, webhook: Webhook): Promise<void> {
  await queries.deleteWebhookRow(trxCtx, webhook.id)
  await recordAudit(trxCtx, { action: 'webhook.delete', subject: toSubject(webhook), before: toAuditData(webhook) })
}

export async function rotateWebhookSecret(ctx: Context, id: number): Promise<WebhookWithSecret> {
  const secret = createWebhookSecret()
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRow(db, 'webhooks', id)
    const webhook = await getWebhook(trxCtx, id)
    await queries.updateSecret(trxCtx, id, secret, new Date(Date.now() + OLD_SECRET_HOURS * HOUR_MS).toISOString())
    await recordAudit(trxCtx, { action: 'webhook.new_secret', subject: toSubject(webhook) })
    return { ...(await getWebhook(trxCtx, id)), secret }
  })
}

/** Sends a test event at once and without retries, so that the administrator sees the result. */
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
  const call = await deliveries.findWebhookCall(ctx, id)
  if (!call) throw notFound('delivery')
  assertNotPaused(call)
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    if (!(await enqueueDelivery(trxCtx, id, 'urgent'))) throw conflict('delivery.waiting', 'This delivery is already queued.')
    await deliveries.resetDelivery(trxCtx, id)
    await recordAudit(trxCtx, {
      action: 'webhook.replay',
      subject: toSubject({ id: call.webhookId, url: call.url }),
      after: { event: call.event },
    })
    return getDelivery(trxCtx, id)
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
const toAuditData = ({ url, description, events }: Pick<Webhook, 'url' | 'description' | 'events'>) => ({ url, description, events })
