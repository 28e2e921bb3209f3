/** Max number of featured articles on the home page. Editors usually select fewer. */
export const MAX_FEATURED_ARTICLES = 15
/** Max number of featured products on the home page. They fill six rows of four. */
export const MAX_FEATURED_PRODUCTS = 24
