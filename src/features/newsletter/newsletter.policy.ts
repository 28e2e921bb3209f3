/** Number of days after which unconfirmed addresses are purged. */
export const UNCONFIRMED_DAYS = 30

/** Token purpose of the keys in newsletter mails. */
export const NEWSLETTER_PURPOSE = 'newsletter'
const DAY_MS = 86_400_000
/** Lifetime of a key. Ten years, because the same key also unsubscribes, and old mails may be opened late. */
export const NEWSLETTER_TOKEN_MS = 3650 * DAY_MS

/**
 * Returns the path of the confirmation page. The key is a query parameter rather than a fragment, so that the page works without
 * JavaScript; it is redacted in logs, and the page is not cached.
 */
export const confirmPath = (key: string): `/${string}` => `/newsletter/confirm?key=${encodeURIComponent(key)}`
/** Returns the path of the unsubscribe page. GET shows a button; POST, sent by mail clients (RFC 8058), unsubscribes at once. */
export const unsubscribePath = (key: string): `/${string}` => `/newsletter/unsubscribe?key=${encodeURIComponent(key)}`
/** Returns the path of the page where a subscriber chooses categories. */
export const preferencesPath = (key: string): `/${string}` => `/newsletter/preferences?key=${encodeURIComponent(key)}`
