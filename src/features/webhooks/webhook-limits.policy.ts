/** Limits that server and forms share. The module does not import zod, because the browser loads it. */
export const WEBHOOK_URL_MAX = 1000
export const WEBHOOK_DESCRIPTION_MAX = 100
/** Maximum number of webhooks per site. */
export const WEBHOOKS_MAX = 10
/** Number of hours that the previous secret stays valid after a rotation. */
export const OLD_SECRET_HOURS = 24
/** Number of days of failed deliveries after which a webhook is paused. */
export const PAUSED_AFTER_DAYS = 3
/** Number of days after which deliveries are deleted. */
export const DELIVERY_RETENTION_DAYS = 30
