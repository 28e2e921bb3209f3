export const CATEGORY_TABS = ['all', 'products', 'articles', 'topics'] as const
export type CategoryTab = (typeof CATEGORY_TABS)[number]

/** Parses the tab from the URL. @returns `all` if it is missing or unknown */
export const parseCategoryTab = (params: URLSearchParams): CategoryTab => CATEGORY_TABS.find((tab) => tab === params.get('tab')) ?? 'all'

/** Returns the path of the category page with the tab open. */
export const categoryTabPath = (categoryPath: string, tab: CategoryTab): string =>
  tab === 'all' ? categoryPath : `${categoryPath}?tab=${tab}`

/** Number of items of each kind in the overview tab. */
export const OVERVIEW_ITEMS = { products: 3, articles: 3, topics: 5 } as const
/** Max number of items in each of the other tabs. */
export const MAX_TAB_ITEMS = 100
