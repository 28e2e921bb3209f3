/** Endpoints with which administrators manage webhooks. */
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { z } from '#platform/contract/zod.ts'
import { WEBHOOK_EVENT_NAMES } from './webhook-events.policy.ts'
import { WEBHOOK_URL_MAX, WEBHOOK_DESCRIPTION_MAX } from './webhook-limits.policy.ts'
import { WebhookDelivery } from './delivery.contract.ts'

export const Webhook = z.object({
  id: z.number(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENT_NAMES)),
  createdAt: z.string(),
  /** When the webhook was paused; null: it is active. */
  pausedAt: z.string().nullable(),
  /** Why the webhook was paused automatically; null if an administrator paused it, or if it is active. */
  pausedReason: z.string().nullable(),
  /** When the current series of failures began; null if the last delivery succeeded, or if none was sent since the webhook was resumed. */
  failingSince: z.string().nullable(),
  /** Until when the previous secret also signs; null if it no longer does. */
  oldSecretUntil: z.string().nullable(),
  /** When the last successful delivery was made; null if none is stored, because deliveries are deleted after 30 days. */
  lastDeliveredAt: z.string().nullable(),
})
export type Webhook = z.infer<typeof Webhook>
/** `secret` is returned only when it is created. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

const fields = {
  url: singleLine().trim().min(1, 'Please enter an address.').max(WEBHOOK_URL_MAX),
  description: z.string().trim().max(WEBHOOK_DESCRIPTION_MAX),
  events: z
    .array(z.enum(WEBHOOK_EVENT_NAMES))
    .min(1, 'Choose at least one event.')
    .max(WEBHOOK_EVENT_NAMES.length)
    .transform((events) => [...new Set(events)]),
}
export const NewWebhook = z.object({ ...fields, description: fields.description.default('') })
export type NewWebhook = z.infer<typeof NewWebhook>
export const WebhookChange = z.object(fields).extend({ isPaused: z.boolean() }).partial()
export type WebhookChange = z.infer<typeof WebhookChange>

const ById = z.object({ id: Id })
const ofAdmin = { access: 'admin' } as const

export const listWebhooksEndpoint = endpoint('GET /api/admin/webhooks', {
  ...ofAdmin,
  summary: 'List all webhooks, oldest first.',
  response: z.array(Webhook),
  list: true,
})
export const createWebhookEndpoint = endpoint('POST /api/admin/webhooks', {
  ...ofAdmin,
  summary: 'Create a webhook. The response contains the signing secret, which is not shown again.',
  body: NewWebhook,
  response: WebhookWithSecret,
  extraStatuses: [409],
})
export const changeWebhookEndpoint = endpoint('PATCH /api/admin/webhooks/:id', {
  ...ofAdmin,
  summary: 'Change, pause or resume a webhook.',
  params: ById,
  body: WebhookChange,
  response: Webhook,
})
export const deleteWebhookEndpoint = endpoint('DELETE /api/admin/webhooks/:id', {
  ...ofAdmin,
  summary: 'Delete a webhook with its deliveries.',
  params: ById,
  response: z.object({ ok: z.literal(true) }),
})
export const rotateWebhookSecretEndpoint = endpoint('POST /api/admin/webhooks/:id/secret', {
  ...ofAdmin,
  summary: 'Rotate a webhook’s secret. For a day each request has both signatures.',
  params: ById,
  response: WebhookWithSecret,
  status: 200,
})
export const testWebhookEndpoint = endpoint('POST /api/admin/webhooks/:id/test', {
  ...ofAdmin,
  summary: 'Send the event webhook.test now and return the result.',
  params: ById,
  response: WebhookDelivery,
  status: 200,
  isCostly: true,
  rateLimit: { max: 20, minutes: 10 },
})
