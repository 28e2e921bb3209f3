export const MAX_RELATED_ARTICLES = 3
/** One more article is fetched than shown, because the article of the page may be among them. */
export const RELATED_ARTICLES_FETCH_COUNT = MAX_RELATED_ARTICLES + 1
