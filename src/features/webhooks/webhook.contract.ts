/** Webhooks: who is told by HTTP of what happens. */
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
  /** Null: it is told of its events. */
  pausedAt: z.string().nullable(),
  /** Why the site has paused it; null where an administrator has. */
  pausedReason: z.string().nullable(),
  /** Since when nothing has arrived. */
  failingSince: z.string().nullable(),
  /** Until when the secret before signs as well. */
  oldSecretUntil: z.string().nullable(),
  /** When a call last arrived. */
  lastDeliveredAt: z.string().nullable(),
})
export type Webhook = z.infer<typeof Webhook>
/** `secret` is shown this once. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

const fields = {
  url: singleLine().trim().min(1, 'Please give an address.').max(WEBHOOK_URL_MAX),
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
  summary: 'All webhooks, the oldest first.',
  response: z.array(Webhook),
  list: true,
})
export const createWebhookEndpoint = endpoint('POST /api/admin/webhooks', {
  ...ofAdmin,
  summary: 'Have an address told of events. The answer holds the secret that signs, which is shown this once.',
  body: NewWebhook,
  response: WebhookWithSecret,
  extraStatuses: [409],
})
export const changeWebhookEndpoint = endpoint('PATCH /api/admin/webhooks/:id', {
  ...ofAdmin,
  summary: 'Change a webhook, pause it, or have it go on.',
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
  summary: 'Give a webhook a new secret. For a day each call carries both signatures.',
  params: ById,
  response: WebhookWithSecret,
  status: 200,
})
export const testWebhookEndpoint = endpoint('POST /api/admin/webhooks/:id/test', {
  ...ofAdmin,
  summary: 'Send the event webhook.test now, and answer how it went.',
  params: ById,
  response: WebhookDelivery,
  status: 200,
  isCostly: true,
  rateLimit: { max: 20, minutes: 10 },
})
