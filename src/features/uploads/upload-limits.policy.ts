/** Limits of uploads, shared by server and browser, which checks them before sending. */

export const UPLOAD_MAX_BYTES = 12 * 1024 * 1024
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
/** Maximum length of the alternative text in characters. */
export const ALT_MAX_LENGTH = 300
