export const CATEGORY_TABS = ['all', 'products', 'articles', 'topics'] as const
export type CategoryTab = (typeof CATEGORY_TABS)[number]

/** Parses the tab from the URL. Unknown values select `all`. */
export const parseCategoryTab = (search: URLSearchParams): CategoryTab => CATEGORY_TABS.find((tab) => tab === search.get('tab')) ?? 'all'

/** Path of a tab of a category's page. */
export const categoryTabPath = (categoryPath: string, tab: CategoryTab): string =>
  tab === 'all' ? categoryPath : `${categoryPath}?tab=${tab}`

/** Number of items of each kind in the overview tab. */
export const OVERVIEW_ITEMS = { products: 3, articles: 3, topics: 5 } as const
/** Maximum number of items in the tab of one kind. */
export const MAX_TAB_ITEMS = 100
