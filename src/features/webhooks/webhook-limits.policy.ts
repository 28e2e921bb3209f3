/** Limits that the server and the forms share. Without zod, as the browser loads this module. */
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
