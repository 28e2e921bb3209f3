export const TABS = ['all', 'products', 'articles', 'topics'] as const
export type CategoryTab = (typeof TABS)[number]

/** The tab that the address names; without a known name, all content. */
export const tabOf = (address: URLSearchParams): CategoryTab => TABS.find((tab) => tab === address.get('tab')) ?? 'all'

/** The address of a tab of a category's page. */
export const tabPath = (categoryPath: string, tab: CategoryTab): string => (tab === 'all' ? categoryPath : `${categoryPath}?tab=${tab}`)

/** How many of each the first tab shows. */
export const SHOWN = { products: 3, articles: 3, topics: 5 } as const
/** The most that a full list shows. */
export const MOST = 100
