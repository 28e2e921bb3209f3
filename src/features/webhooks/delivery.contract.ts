/** How each call of a webhook went. */
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

const ById = z.object({ id: Id })
const ofAdmin = { access: 'admin' } as const

/** `waiting`: for its turn or another try; `failed`: given up. */
export const DeliveryState = z.enum(['waiting', 'delivered', 'failed'])
export type DeliveryState = z.infer<typeof DeliveryState>
export const WebhookDelivery = z.object({
  id: z.number(),
  /** The header `webhook-id`: the same however often it is sent. */
  eventId: z.string(),
  event: z.string(),
  payload: z.string(),
  state: DeliveryState,
  createdAt: z.string(),
  attempts: z.number(),
  attemptedAt: z.string().nullable(),
  /** Of the last attempt, like the next three: null when nobody answered. */
  status: z.number().nullable(),
  /** The beginning of the answer. */
  answer: z.string().nullable(),
  durationMs: z.number().nullable(),
  error: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
export const listDeliveriesEndpoint = endpoint('GET /api/admin/webhooks/:id/deliveries', {
  ...ofAdmin,
  summary: 'What a webhook was told in the last 30 days, newest first.',
  params: ById,
  query: Paging.extend({ state: DeliveryState.optional() }),
  response: z.array(WebhookDelivery),
  list: true,
})
export const replayDeliveryEndpoint = endpoint('POST /api/admin/webhook-deliveries/:id/replay', {
  ...ofAdmin,
  summary: 'Send a call again that arrived or was given up.',
  params: ById,
  response: WebhookDelivery,
  extraStatuses: [409],
  status: 200,
})
