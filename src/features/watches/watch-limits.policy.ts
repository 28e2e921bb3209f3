/** What members can watch besides topics, which have watches of their own. */
export const WATCH_KINDS = ['category', 'product', 'user'] as const
export type WatchKind = (typeof WATCH_KINDS)[number]
/** Maximum number of categories, products and members that a member watches. */
export const MAX_WATCHES = 500
