/** What an upload may be; the browser says so before it sends anything. */

/** Bytes. */
export const UPLOAD_MAX_BYTES = 12 * 1024 * 1024
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
/** Characters of the alternative text. */
export const ALT_MAX_LENGTH = 300
