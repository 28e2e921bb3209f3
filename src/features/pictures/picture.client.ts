/** Where the picture that stands for a page on a shared card is served, so that the page's head can name it. */

export type ShareKind = 'site' | 'article' | 'expert-article' | 'product' | 'category' | 'topic' | 'user'

/** Its size in pixels, for `og:image:width` and `og:image:height`. */
export const SHARE_PICTURE = { width: 1200, height: 630, type: 'image/png' } as const

/**
 * @param key the slug of an article, a product or a category; the number of an expert article, a topic or a member; nothing for the site itself
 * @returns a path: the head puts the site's origin before it
 */
export const sharePicturePath = (kind: ShareKind, key: string | number = 'home'): string => `/share/${kind}/${key}.png`
