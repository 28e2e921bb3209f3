/** The longest search that a list takes: the contract cuts no word silently, so fields stop there. */
export const SEARCH_MAX = 100
/** The largest page of a list. */
export const PER_PAGE_MAX = 100
