/** Limits that the server and the forms share. Without zod, as the browser loads this module. */
export const MAX_REVIEW_PICTURES = 4
