/** Endpoints for webhook deliveries and their results. */
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

const ById = z.object({ id: Id })
const ofAdmin = { access: 'admin' } as const

/** `waiting` means queued or to be retried; `failed` means that there are no more retries. */
export const DeliveryState = z.enum(['waiting', 'delivered', 'failed'])
export type DeliveryState = z.infer<typeof DeliveryState>
export const WebhookDelivery = z.object({
  id: z.number(),
  /** Value of the header `webhook-id`: an idempotency key, the same for all attempts. */
  eventId: z.string(),
  event: z.string(),
  payload: z.string(),
  state: DeliveryState,
  createdAt: z.string(),
  attempts: z.number(),
  attemptedAt: z.string().nullable(),
  /** HTTP status of the last attempt; null if there was no response. */
  status: z.number().nullable(),
  /** Beginning of the response body of the last attempt; null if there was no response. */
  answer: z.string().nullable(),
  /** Duration of the last attempt; null before the first one, and if the secret could not be decrypted. */
  durationMs: z.number().nullable(),
  /** Why the last attempt failed; null if it succeeded, or before the first one. */
  error: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
export const listDeliveriesEndpoint = endpoint('GET /api/admin/webhooks/:id/deliveries', {
  ...ofAdmin,
  summary: 'List a webhook’s deliveries of the last 30 days, newest first.',
  params: ById,
  query: Paging.extend({ state: DeliveryState.optional() }),
  response: z.array(WebhookDelivery),
  list: true,
})
export const replayDeliveryEndpoint = endpoint('POST /api/admin/webhook-deliveries/:id/replay', {
  ...ofAdmin,
  summary: 'Resend a delivered or failed delivery.',
  params: ById,
  response: WebhookDelivery,
  extraStatuses: [409],
  status: 200,
})
