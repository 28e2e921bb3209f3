/** Limits that the server and the forms share. Without zod, as the browser loads this module. */
export const REVIEW_TITLE_MAX = 120
export const REVIEW_CONTENT_MAX = 4000
/** Sixty years. */
export const OWNED_MONTHS_MAX = 720
