/** Limits of topics; lengths in characters, which the server and the forms share. The browser loads this module, so it must not import zod. */
export const TOPIC_TITLE_MAX = 200
export const MAX_TOPIC_PRODUCTS = 4
export const POST_CONTENT_MAX = 20_000
