/** Lists the queued webhook deliveries in order, as pairs of event and data. */
import type { Context } from '#platform/contract/context.ts'

export const listWebhookEvents = async ({ db }: Pick<Context, 'db'>) =>
  (await db.selectFrom('webhook_deliveries').select(['event', 'payload']).orderBy('id').execute()).map(({ event, payload }) => [
    event,
    (JSON.parse(payload) as { data: object }).data,
  ])
