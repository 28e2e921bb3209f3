/** Returns the URLs of share pictures (`og:image`). */

export type ShareKind = 'site' | 'article' | 'expert-article' | 'product' | 'category' | 'topic' | 'user'

/** Size in pixels and media type, for `og:image:width`, `og:image:height` and `og:image:type`. */
export const SHARE_PICTURE = { width: 1200, height: 630, type: 'image/png' } as const

/**
 * @param key slug of an article, product or category; id of an expert article, topic or member; undefined for the site itself
 * @returns a URL path without origin
 */
export const sharePicturePath = (kind: ShareKind, key: string | number = 'home'): string => `/share/${kind}/${key}.png`
