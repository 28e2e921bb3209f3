/** Limits of what administrators can set, and of what is counted. */
export const MAX_SYNONYM_GROUPS = 500
export const MAX_PHRASES_PER_GROUP = 30
export const MAX_PINS_PER_QUERY = 5
export const MAX_PINS = 500
/** Maximum number of searches, and of clicks on results, that are counted per network and day. */
export const MAX_SEARCHES_PER_NETWORK = 60
/** Maximum number of distinct queries that are counted per day; also of distinct pairs of a query and a clicked page. */
export const MAX_QUERIES_PER_DAY = 2_000
/** Number of days on which a query must have been used before administrators see it, so that a single visitor's input stays private. */
export const MIN_DAYS_UNTIL_SHOWN = 3
/** Retention period of the search statistics, in days. */
export const COUNT_RETENTION_DAYS = 365
