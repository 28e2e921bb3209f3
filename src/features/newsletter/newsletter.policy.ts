/** An address that its owner does not confirm is forgotten after so many days. The letter, the back-office and the job read it here. */
export const UNCONFIRMED_DAYS = 30

/** What the keys in its mails are for. */
export const NEWSLETTER_PURPOSE = 'newsletter'
const DAY_MS = 86_400_000
/** The same key confirms and ends a subscription, and the last letter may be read late. */
export const NEWSLETTER_TOKEN_MS = 3650 * DAY_MS

/**
 * Where a reader confirms. Its key, as those of the two below, stands in the address, as the page works without a script and a fragment reaches no
 * server: logs leave it out, and no store keeps the page.
 */
export const confirmPath = (key: string): `/${string}` => `/newsletter/confirm?key=${encodeURIComponent(key)}`
/** Where a reader leaves with one press. GET shows a page with a button; a POST, which mail programs send (RFC 8058), leaves at once. */
export const leavePath = (key: string): `/${string}` => `/newsletter/unsubscribe?key=${encodeURIComponent(key)}`
/** Where a reader chooses what they get. */
export const preferencesPath = (key: string): `/${string}` => `/newsletter/preferences?key=${encodeURIComponent(key)}`
