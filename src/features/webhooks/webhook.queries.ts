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
        .select((sub) => sub.fn.max('delivered_at').as('at'))
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

export async function listActiveWebhooks({ db }: Db): Promise<{ id: number; events: WebhookEvent[] }[]> {
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

/** Binds a sealed secret to its webhook. */
export const secretPurpose = (id: number) => `webhook ${id}`

/** @param oldUntil until when the current secret stays valid; undefined: it is removed */
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

/** @param urlBy the administrator who changed the URL, who becomes its creator; undefined: the URL is unchanged */
export async function updateWebhook({ db }: Db, id: number, { url, description, events }: WebhookFields, urlBy?: number): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ url, description, events: JSON.stringify(events), ...(urlBy === undefined ? {} : { created_by: urlBy }) })
    .where('id', '=', id)
    .execute()
}

/** @param paused null: resumes and resets the failures */
export async function updatePause({ db }: Db, id: number, paused: { at: string; reason: string | null } | null): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ paused_at: paused?.at ?? null, paused_reason: paused?.reason ?? null, ...(paused ? {} : { failing_since: null }) })
    .where('id', '=', id)
    .execute()
}

/** Ends the series of failures; writes only if there is one. */
export async function clearFailing({ db }: Db, id: number): Promise<void> {
  await db.updateTable('webhooks').set({ failing_since: null }).where('id', '=', id).where('failing_since', 'is not', null).execute()
}

/** @returns the start of the series of failures */
export async function markFailing({ db }: Db, id: number, at: string): Promise<string> {
  await db.updateTable('webhooks').set({ failing_since: at }).where('id', '=', id).where('failing_since', 'is', null).execute()
  const row = await db.selectFrom('webhooks').select('failing_since').where('id', '=', id).executeTakeFirst()
  return row?.failing_since ?? at
}

export async function deleteWebhookRow({ db }: Db, id: number): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
}
