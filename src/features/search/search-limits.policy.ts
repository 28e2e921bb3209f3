/** How much an administrator may set. */
export const MAX_GROUPS = 500
export const MAX_PHRASES = 30
export const MAX_PINS_OF_QUERY = 5
export const MAX_PINS = 500
/** Searches, and opened results, that are counted of one network on one day. */
export const MAX_SEARCHES_OF_NETWORK = 60
/** Different queries that are counted on one day; further ones are not. */
export const MAX_QUERIES_OF_DAY = 2_000
/** A word is shown to administrators once it was searched for on so many different days: what one person typed once is nobody's business. */
export const DAYS_UNTIL_SHOWN = 3
/** Counts are kept for so long. */
export const COUNTS_DAYS = 365
