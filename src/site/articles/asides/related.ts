export const RELATED_ARTICLES_SHOWN = 3
/** One more than shown, as the article itself may be among them. */
export const RELATED_ARTICLES_LIMIT = RELATED_ARTICLES_SHOWN + 1
