/** Maximum length of a search term. Longer ones are rejected, not truncated, so search fields accept no more. */
export const SEARCH_MAX = 100
/** Maximum page number of a list. */
export const PAGE_MAX = 100_000
/** Maximum items on a page of a list. */
export const PER_PAGE_MAX = 100
