import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { DeliveryState, WebhookDelivery } from './delivery.contract.ts'

type Db = Pick<Context, 'db'>

const COLUMNS = [
  'id',
  'event_id as eventId',
  'event',
  'payload',
  'created_at as createdAt',
  'attempts',
  'attempted_at as attemptedAt',
  'delivered_at as deliveredAt',
  'failed_at as failedAt',
  'status',
  'answer',
  'duration_ms as durationMs',
  'error',
] as const

const selectDeliveries = ({ db }: Db) => db.selectFrom('webhook_deliveries').select(COLUMNS)
type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>

const toDelivery = ({ deliveredAt, failedAt, ...row }: DeliveryRow): WebhookDelivery => ({
  ...row,
  state: deliveredAt !== null ? 'delivered' : failedAt !== null ? 'failed' : 'waiting',
})

interface NewDelivery {
  webhookId: number
  eventId: string
  event: string
  payload: string
  at: string
}

/** @returns the id of the delivery */
export async function insertDelivery({ db }: Db, { webhookId, eventId, event, payload, at }: NewDelivery): Promise<number> {
  const { id } = await db
    .insertInto('webhook_deliveries')
    .values({ webhook_id: webhookId, event_id: eventId, event, payload, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function listDeliveryRows(
  ctx: Db,
  webhookId: number,
  state: DeliveryState | undefined,
  paging: Paging,
): Promise<ListResult<WebhookDelivery>> {
  const { offset, limit } = toOffsetLimit(paging)
  const matches = ctx.db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .$if(state === 'delivered', (q) => q.where('delivered_at', 'is not', null))
    .$if(state === 'failed', (q) => q.where('failed_at', 'is not', null))
    .$if(state === 'waiting', (q) => q.where('delivered_at', 'is', null).where('failed_at', 'is', null))
  const [rows, { n }] = await Promise.all([
    matches.select(COLUMNS).orderBy('id', 'desc').offset(offset).limit(limit).execute(),
    matches.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  return { items: rows.map(toDelivery), total: n }
}

export async function findDelivery(ctx: Db, id: number): Promise<WebhookDelivery | undefined> {
  const row = await selectDeliveries(ctx).where('id', '=', id).executeTakeFirst()
  return row && toDelivery(row)
}

/** Returns a delivery with the URL of its webhook, and when the webhook was paused. */
export const findWebhookCall = ({ db }: Db, id: number) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.webhook_id as webhookId', 'd.event_id as eventId', 'd.event', 'd.payload', 'd.delivered_at as deliveredAt'])
    .select(['w.url', 'w.paused_at as pausedAt'])
    .where('d.id', '=', id)
    .executeTakeFirst()
export type WebhookCall = NonNullable<Awaited<ReturnType<typeof findWebhookCall>>>

export interface AttemptResult {
  at: string
  isDelivered: boolean
  status: number | null
  answer: string | null
  durationMs: number | null
  error: string | null
}

export async function updateAttempt({ db }: Db, id: number, { at, isDelivered, durationMs, ...result }: AttemptResult): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      ...result,
      duration_ms: durationMs,
      attempts: eb('attempts', '+', 1),
      attempted_at: at,
      delivered_at: isDelivered ? at : null,
    }))
    .where('id', '=', id)
    .execute()
}

export async function markDeliveryFailed({ db }: Db, id: number, failedAt: string, error: string): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ failed_at: failedAt, error })
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .execute()
}

/** Clears the result of a delivery before it is sent again. The time of the last attempt stays. */
export async function resetDelivery({ db }: Db, id: number): Promise<void> {
  const initial = { attempts: 0, delivered_at: null, failed_at: null, error: null, status: null, answer: null, duration_ms: null }
  await db.updateTable('webhook_deliveries').set(initial).where('id', '=', id).execute()
}

export async function deleteDeliveriesBefore({ db }: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}
