import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type * as deliveryContract from './delivery.contract.ts'
import type * as contract from './webhook.contract.ts'
import * as calls from './webhook.endpoints.ts'

export type { DeliveryState, WebhookDelivery } from './delivery.contract.ts'
export type { NewWebhook, Webhook, WebhookChange, WebhookWithSecret } from './webhook.contract.ts'

export const webhooksQuery = () => apiQuery<typeof contract.listWebhooksEndpoint>(calls.listWebhooksCall)
export const deliveriesQuery = (id: number, query: { state?: deliveryContract.DeliveryState; page?: number; perPage?: number } = {}) =>
  apiQuery<typeof deliveryContract.listDeliveriesEndpoint>(calls.listDeliveriesCall, { params: { id }, query })
export const createWebhook = (body: contract.NewWebhook) =>
  sendRequest<typeof contract.createWebhookEndpoint>(calls.createWebhookCall, { body })
export const changeWebhook = (id: number, body: contract.WebhookChange) =>
  sendRequest<typeof contract.changeWebhookEndpoint>(calls.changeWebhookCall, { params: { id }, body })
export const deleteWebhook = (id: number) => sendRequest<typeof contract.deleteWebhookEndpoint>(calls.deleteWebhookCall, { params: { id } })
export const rotateWebhookSecret = (id: number) =>
  sendRequest<typeof contract.rotateWebhookSecretEndpoint>(calls.rotateWebhookSecretCall, { params: { id } })
export const testWebhook = (id: number) => sendRequest<typeof contract.testWebhookEndpoint>(calls.testWebhookCall, { params: { id } })
export const replayDelivery = (id: number) =>
  sendRequest<typeof deliveryContract.replayDeliveryEndpoint>(calls.replayDeliveryCall, { params: { id } })
/** The contract's own check, fetched when a form is sent. */
export const loadNewWebhook = async () => (await import('./webhook.contract.ts')).NewWebhook
