export const CATEGORY_TABS = ['all', 'products', 'articles', 'topics'] as const
export type CategoryTab = (typeof CATEGORY_TABS)[number]

/** The tab that the address names; without a known name, all content. */
export const parseCategoryTab = (address: URLSearchParams): CategoryTab => CATEGORY_TABS.find((tab) => tab === address.get('tab')) ?? 'all'

/** The address of a tab of a category's page. */
export const categoryTabPath = (categoryPath: string, tab: CategoryTab): string =>
  tab === 'all' ? categoryPath : `${categoryPath}?tab=${tab}`

/** How many of each the first tab shows. */
export const OVERVIEW_ITEMS = { products: 3, articles: 3, topics: 5 } as const
/** The most that a full list shows. */
export const MAX_TAB_ITEMS = 100
