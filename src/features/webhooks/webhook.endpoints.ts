/** Method and path of each call, and the limits of what is sent, without zod: the contract and the browser both read them here. */
export const listWebhooksCall = { method: 'GET', path: '/api/admin/webhooks' } as const
export const createWebhookCall = { method: 'POST', path: '/api/admin/webhooks' } as const
export const changeWebhookCall = { method: 'PATCH', path: '/api/admin/webhooks/:id' } as const
export const deleteWebhookCall = { method: 'DELETE', path: '/api/admin/webhooks/:id' } as const
export const rotateWebhookSecretCall = { method: 'POST', path: '/api/admin/webhooks/:id/secret' } as const
export const testWebhookCall = { method: 'POST', path: '/api/admin/webhooks/:id/test' } as const
export const listDeliveriesCall = { method: 'GET', path: '/api/admin/webhooks/:id/deliveries' } as const
export const replayDeliveryCall = { method: 'POST', path: '/api/admin/webhook-deliveries/:id/replay' } as const

export const WEBHOOK_URL_MAX = 1000
export const WEBHOOK_DESCRIPTION_MAX = 100
/** Of a site. */
export const WEBHOOKS_MAX = 10
/** How long both secrets hold after a change. */
export const OLD_SECRET_HOURS = 24
/** After so long without one call that arrived it is paused. */
export const PAUSED_AFTER_DAYS = 3
/** Deliveries are kept so long. */
export const DELIVERY_DAYS = 30
