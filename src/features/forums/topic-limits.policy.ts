/** Limits that the server and the forms share. Without zod, as the browser loads this module. */
export const TOPIC_TITLE_MAX = 200
export const POST_CONTENT_MAX = 20_000
