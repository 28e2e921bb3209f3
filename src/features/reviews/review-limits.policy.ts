/** Limits that the server and the forms share; lengths are in characters. The browser loads this module, so it must not import zod. */
export const REVIEW_TITLE_MAX = 120
export const REVIEW_CONTENT_MAX = 4000
/** Maximum time of ownership: 60 years. */
export const OWNED_MONTHS_MAX = 720
