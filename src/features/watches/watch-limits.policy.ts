/** What members can watch besides topics, whose watches are stored separately. */
export const WATCH_KINDS = ['category', 'product', 'user'] as const
export type WatchKind = (typeof WATCH_KINDS)[number]
/** Maximum number of categories, products and members that a member watches. */
export const MAX_WATCHES = 500
