/** Limits of bookmarks that contract and form share. */
export const BOOKMARK_KINDS = ['topic', 'reply', 'article', 'product'] as const
export type BookmarkKind = (typeof BOOKMARK_KINDS)[number]
export const BOOKMARK_NOTE_MAX = 500
/** Maximum number of bookmarks of a member. */
export const MAX_BOOKMARKS = 1000
