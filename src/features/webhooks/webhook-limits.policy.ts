/** Limits shared by server and forms. Without zod, as the browser loads this module. */
export const WEBHOOK_URL_MAX = 1000
export const WEBHOOK_DESCRIPTION_MAX = 100
/** Webhooks per site. */
export const WEBHOOKS_MAX = 10
/** How long the previous secret stays valid after a rotation. */
export const OLD_SECRET_HOURS = 24
/** A webhook is paused after this time without a successful delivery. */
export const PAUSED_AFTER_DAYS = 3
/** Retention period of deliveries. */
export const DELIVERY_RETENTION_DAYS = 30
