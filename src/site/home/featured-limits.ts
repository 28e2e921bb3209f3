/** Maximum number of featured articles on the home page: more than editors usually select. */
export const FEATURED_ARTICLES = 15
/** Maximum number of featured products: six rows of four. */
export const FEATURED_PRODUCTS = 24
