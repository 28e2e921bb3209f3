/** Limits of what administrators can set, and of what is counted. */
export const MAX_SYNONYM_GROUPS = 500
export const MAX_PHRASES_PER_GROUP = 30
export const MAX_PINS_PER_QUERY = 5
export const MAX_PINS = 500
/** Searches, and likewise clicks on results, that are counted per network and day. */
export const MAX_SEARCHES_PER_NETWORK = 60
/** Distinct queries that are counted per day; further ones are not counted. */
export const MAX_QUERIES_PER_DAY = 2_000
/** Days on which a query must have been searched before administrators see it, so that a single visitor's input stays private. */
export const MIN_DAYS_UNTIL_SHOWN = 3
/** Retention of the counts, in days. */
export const COUNT_RETENTION_DAYS = 365
