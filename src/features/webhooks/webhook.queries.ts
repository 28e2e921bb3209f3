import type { Context } from '#platform/contract/context.ts'
import { seal } from '#platform/config/secret-box.ts'
import type { Webhook } from './webhook.contract.ts'
import type { WebhookEvent } from './webhook-events.policy.ts'

type Db = Pick<Context, 'db'>

const select = ({ db }: Db) =>
  db
    .selectFrom('webhooks')
    .select([
      'id',
      'url',
      'description',
      'events',
      'created_at as createdAt',
      'paused_at as pausedAt',
      'paused_reason as pausedReason',
      'failing_since as failingSince',
      'old_secret_until as oldSecretUntil',
    ])
    .select((eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select((of) => of.fn.max('delivered_at').as('at'))
        .whereRef('webhook_id', '=', 'webhooks.id')
        .as('lastDeliveredAt'),
    )
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const toWebhook = ({ oldSecretUntil, ...row }: Row): Webhook => ({
  ...row,
  events: JSON.parse(row.events) as WebhookEvent[],
  oldSecretUntil: oldSecretUntil !== null && oldSecretUntil > new Date().toISOString() ? oldSecretUntil : null,
})

export const listWebhookRows = async (ctx: Db): Promise<Webhook[]> => (await select(ctx).orderBy('id').execute()).map(toWebhook)

export async function findWebhook(ctx: Db, id: number): Promise<Webhook | undefined> {
  const row = await select(ctx).where('id', '=', id).executeTakeFirst()
  return row && toWebhook(row)
}

/** Those that are not paused. */
export async function listOpenTargets({ db }: Db): Promise<{ id: number; events: WebhookEvent[] }[]> {
  const rows = await db.selectFrom('webhooks').select(['id', 'events']).where('paused_at', 'is', null).execute()
  return rows.map(({ id, events }) => ({ id, events: JSON.parse(events) as WebhookEvent[] }))
}

export const listWebhooksOf = async (ctx: Db, userId: number): Promise<Webhook[]> =>
  (await select(ctx).where('created_by', '=', userId).orderBy('id').execute()).map(toWebhook)

export async function countWebhooks({ db }: Db): Promise<number> {
  const { n } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export interface NewWebhookRow {
  url: string
  description: string
  events: WebhookEvent[]
  secret: string
  at: string
  /** The administrator who creates it. */
  createdBy: number | null
}

/** @returns its id */
export async function insertWebhook(ctx: Db, { url, description, events, secret, at, createdBy }: NewWebhookRow): Promise<number> {
  const { id } = await ctx.db
    .insertInto('webhooks')
    .values({ url, description, events: JSON.stringify(events), secret: '', created_at: at, created_by: createdBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  await updateSecret(ctx, id, secret)
  return id
}

/** What a secret is sealed for: it opens at no other webhook. */
export const secretPurpose = (id: number) => `webhook ${id}`

/** @param oldUntil until when the one there is now goes on; absent: it is forgotten */
export async function updateSecret({ db }: Db, id: number, secret: string, oldUntil?: string): Promise<void> {
  const sealed = seal(secret, secretPurpose(id))
  await db
    .updateTable('webhooks')
    .set((eb) => ({ secret: sealed, old_secret: oldUntil ? eb.ref('secret') : null, old_secret_until: oldUntil ?? null }))
    .where('id', '=', id)
    .execute()
}

export const findSecrets = ({ db }: Db, id: number) =>
  db.selectFrom('webhooks').select(['secret', 'old_secret', 'old_secret_until']).where('id', '=', id).executeTakeFirst()

interface WebhookFields {
  url: string
  description: string
  events: WebhookEvent[]
}

/** @param urlBy the administrator who has set another URL, who is its creator from then on; absent: the URL is the same */
export async function updateWebhook({ db }: Db, id: number, { url, description, events }: WebhookFields, urlBy?: number): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ url, description, events: JSON.stringify(events), ...(urlBy === undefined ? {} : { created_by: urlBy }) })
    .where('id', '=', id)
    .execute()
}

/** @param paused null: it goes on, as if nothing had failed */
export async function updatePause({ db }: Db, id: number, paused: { at: string; reason: string | null } | null): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ paused_at: paused?.at ?? null, paused_reason: paused?.reason ?? null, ...(paused ? {} : { failing_since: null }) })
    .where('id', '=', id)
    .execute()
}

/** Writes only where it is news. */
export async function markArrived({ db }: Db, id: number): Promise<void> {
  await db.updateTable('webhooks').set({ failing_since: null }).where('id', '=', id).where('failing_since', 'is not', null).execute()
}

/** @returns since when nothing has arrived */
export async function markFailing({ db }: Db, id: number, at: string): Promise<string> {
  await db.updateTable('webhooks').set({ failing_since: at }).where('id', '=', id).where('failing_since', 'is', null).execute()
  const row = await db.selectFrom('webhooks').select('failing_since').where('id', '=', id).executeTakeFirst()
  return row?.failing_since ?? at
}

export async function deleteWebhookRow({ db }: Db, id: number): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
}
