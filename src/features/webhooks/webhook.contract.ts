/** Webhooks: who is told by HTTP of what happens, and how each of these calls went. */
import { endpoint, Id, Paging } from '#platform/endpoint.ts'
import { singleLine } from '#platform/single-line.ts'
import { z } from '#platform/zod.ts'
import { WEBHOOK_EVENT_NAMES } from './webhook-events.policy.ts'
import * as calls from './webhook.endpoints.ts'

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
  url: singleLine().trim().min(1, 'Please give an address.').max(calls.WEBHOOK_URL_MAX),
  description: z.string().trim().max(calls.WEBHOOK_DESCRIPTION_MAX),
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

const ById = z.object({ id: Id })
const ofAdmin = { access: 'admin' } as const

export const listWebhooksEndpoint = endpoint({
  ...calls.listWebhooksCall,
  ...ofAdmin,
  summary: 'All webhooks, the oldest first.',
  response: z.array(Webhook),
  list: true,
})
export const createWebhookEndpoint = endpoint({
  ...calls.createWebhookCall,
  ...ofAdmin,
  summary: 'Have an address told of events. The answer holds the secret that signs, which is shown this once.',
  body: NewWebhook,
  response: WebhookWithSecret,
  extraStatuses: [409],
})
export const changeWebhookEndpoint = endpoint({
  ...calls.changeWebhookCall,
  ...ofAdmin,
  summary: 'Change a webhook, pause it, or have it go on.',
  params: ById,
  body: WebhookChange,
  response: Webhook,
})
export const deleteWebhookEndpoint = endpoint({
  ...calls.deleteWebhookCall,
  ...ofAdmin,
  summary: 'Delete a webhook with its deliveries.',
  params: ById,
  response: z.object({ ok: z.literal(true) }),
})
export const rotateWebhookSecretEndpoint = endpoint({
  ...calls.rotateWebhookSecretCall,
  ...ofAdmin,
  summary: 'Give a webhook a new secret. For a day each call carries both signatures.',
  params: ById,
  response: WebhookWithSecret,
  status: 200,
})
export const testWebhookEndpoint = endpoint({
  ...calls.testWebhookCall,
  ...ofAdmin,
  summary: 'Send the event webhook.test now, and answer how it went.',
  params: ById,
  response: WebhookDelivery,
  status: 200,
  isCostly: true,
  rateLimit: { max: 20, minutes: 10 },
})
export const listDeliveriesEndpoint = endpoint({
  ...calls.listDeliveriesCall,
  ...ofAdmin,
  summary: 'What a webhook was told in the last 30 days, newest first.',
  params: ById,
  query: Paging.extend({ state: DeliveryState.optional() }),
  response: z.array(WebhookDelivery),
  list: true,
})
export const replayDeliveryEndpoint = endpoint({
  ...calls.replayDeliveryCall,
  ...ofAdmin,
  summary: 'Send a call again that arrived or was given up.',
  params: ById,
  response: WebhookDelivery,
  extraStatuses: [409],
  status: 200,
})
