/** Limits that the server and the forms share. The browser loads this module, so it must not import zod. */
export const MAX_REVIEW_PICTURES = 4
