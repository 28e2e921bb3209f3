import type { Context } from '#platform/contract/context.ts'
import { seal } from '#platform/config/secret-box.ts'
import type { Webhook } from './webhook.contract.ts'
import type { WebhookEvent } from './webhook-events.policy.ts'

type Db = Pick<Context, 'db'>

const selectWebhooks = ({ db }: Db) =>
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
type WebhookRow = Awaited<ReturnType<ReturnType<typeof selectWebhooks>['executeTakeFirstOrThrow']>>

const toWebhook = ({ oldSecretUntil, ...row }: WebhookRow): Webhook => ({
  ...row,
  events: JSON.parse(row.events) as WebhookEvent[],
  oldSecretUntil: oldSecretUntil !== null && oldSecretUntil > new Date().toISOString() ? oldSecretUntil : null,
})

export const listWebhookRows = async (ctx: Db): Promise<Webhook[]> => (await selectWebhooks(ctx).orderBy('id').execute()).map(toWebhook)

export async function findWebhook(ctx: Db, id: number): Promise<Webhook | undefined> {
  const row = await selectWebhooks(ctx).where('id', '=', id).executeTakeFirst()
  return row && toWebhook(row)
}

export async function listActiveWebhooks({ db }: Db): Promise<{ id: number; events: WebhookEvent[] }[]> {
  const rows = await db.selectFrom('webhooks').select(['id', 'events']).where('paused_at', 'is', null).execute()
  return rows.map(({ id, events }) => ({ id, events: JSON.parse(events) as WebhookEvent[] }))
}

export const listWebhooksOf = async (ctx: Db, userId: number): Promise<Webhook[]> =>
  (await selectWebhooks(ctx).where('created_by', '=', userId).orderBy('id').execute()).map(toWebhook)

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
  /** Id of the administrator who creates the webhook; null: unknown. */
  createdBy: number | null
}

/** @returns the id of the webhook */
export async function insertWebhook(ctx: Db, { url, description, events, secret, at, createdBy }: NewWebhookRow): Promise<number> {
  const { id } = await ctx.db
    .insertInto('webhooks')
    .values({ url, description, events: JSON.stringify(events), secret: '', created_at: at, created_by: createdBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  await updateSecret(ctx, id, secret)
  return id
}

/** Returns the purpose with which a secret is encrypted, so that it can be decrypted only for its webhook. */
export const secretPurpose = (id: number) => `webhook ${id}`

/** Replaces the secret. @param currentValidUntil until when the previous secret stays valid; undefined: it becomes invalid at once */
export async function updateSecret({ db }: Db, id: number, secret: string, currentValidUntil?: string): Promise<void> {
  const sealed = seal(secret, secretPurpose(id))
  await db
    .updateTable('webhooks')
    .set((eb) => ({ secret: sealed, old_secret: currentValidUntil ? eb.ref('secret') : null, old_secret_until: currentValidUntil ?? null }))
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

/** @param urlChangedBy id of the administrator who changed the URL and becomes the creator; undefined: the URL is unchanged */
export async function updateWebhook(
  { db }: Db,
  id: number,
  { url, description, events }: WebhookFields,
  urlChangedBy?: number,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ url, description, events: JSON.stringify(events), ...(urlChangedBy === undefined ? {} : { created_by: urlChangedBy }) })
    .where('id', '=', id)
    .execute()
}

/** @param pause time and reason; null: the webhook is resumed and its failures are reset */
export async function updatePause({ db }: Db, id: number, pause: { at: string; reason: string | null } | null): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ paused_at: pause?.at ?? null, paused_reason: pause?.reason ?? null, ...(pause ? {} : { failing_since: null }) })
    .where('id', '=', id)
    .execute()
}

/** Ends the series of failures, without a write if there is none. */
export async function clearFailing({ db }: Db, id: number): Promise<void> {
  await db.updateTable('webhooks').set({ failing_since: null }).where('id', '=', id).where('failing_since', 'is not', null).execute()
}

/** Starts a series of failures unless there is one. @returns when the series began */
export async function markFailing({ db }: Db, id: number, failedAt: string): Promise<string> {
  await db.updateTable('webhooks').set({ failing_since: failedAt }).where('id', '=', id).where('failing_since', 'is', null).execute()
  const row = await db.selectFrom('webhooks').select('failing_since').where('id', '=', id).executeTakeFirst()
  return row?.failing_since ?? failedAt
}

export async function deleteWebhookRow({ db }: Db, id: number): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
}
