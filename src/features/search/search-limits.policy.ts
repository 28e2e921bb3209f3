/** How much an administrator may set. */
export const MAX_GROUPS = 500
export const MAX_PHRASES = 30
export const MAX_PINS_OF_QUERY = 5
export const MAX_PINS = 500
/** A word is shown to administrators once it was searched for on so many different days: what one person typed once is nobody's business. */
export const DAYS_UNTIL_SHOWN = 3
/** Counts are kept for so long. */
export const COUNTS_DAYS = 365
