/** How many featured things the home page asks for: all that an editor is likely to choose, and never a page without an end. */
export const FEATURED_ARTICLES = 15
/** Six rows of four. */
export const FEATURED_PRODUCTS = 24
