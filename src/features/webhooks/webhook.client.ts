import { api, apiQuery } from '#platform/client/api.client.ts'
import type * as deliveryContract from './delivery.contract.ts'
import type * as contract from './webhook.contract.ts'

export type { DeliveryState, WebhookDelivery } from './delivery.contract.ts'
export type { NewWebhook, Webhook, WebhookChange, WebhookWithSecret } from './webhook.contract.ts'

export const webhooksQuery = () => apiQuery('GET /api/admin/webhooks')
export const deliveriesQuery = (id: number, query: { state?: deliveryContract.DeliveryState; page?: number; perPage?: number } = {}) =>
  apiQuery('GET /api/admin/webhooks/:id/deliveries', { params: { id }, query })
export const createWebhook = (body: contract.NewWebhook) => api('POST /api/admin/webhooks', { body })
export const changeWebhook = (id: number, body: contract.WebhookChange) => api('PATCH /api/admin/webhooks/:id', { params: { id }, body })
export const deleteWebhook = (id: number) => api('DELETE /api/admin/webhooks/:id', { params: { id } })
export const rotateWebhookSecret = (id: number) => api('POST /api/admin/webhooks/:id/secret', { params: { id } })
export const testWebhook = (id: number) => api('POST /api/admin/webhooks/:id/test', { params: { id } })
export const replayDelivery = (id: number) => api('POST /api/admin/webhook-deliveries/:id/replay', { params: { id } })
/** Loads the schema from the contract when a form is submitted. */
export const loadNewWebhook = async () => (await import('./webhook.contract.ts')).NewWebhook
