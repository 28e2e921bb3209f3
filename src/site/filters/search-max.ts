/** The longest search the server takes. */
export const SEARCH_MAX = 100
