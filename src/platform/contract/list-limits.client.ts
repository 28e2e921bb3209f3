/** The longest search term. A longer one is refused rather than cut, so the search fields accept no more. */
export const SEARCH_MAX = 100
/** The largest page of a list. */
export const PER_PAGE_MAX = 100
