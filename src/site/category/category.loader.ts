import { articlesOfCategoryQuery } from '#features/articles/article.client.ts'
import { categoryQuery, type Category } from '#features/categories/category.client.ts'
import { topicsOfCategoryQuery } from '#features/forums/topic.client.ts'
import { productsOfCategoryQuery } from '#features/products/product.client.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { MAX_TAB_ITEMS, OVERVIEW_ITEMS, parseCategoryTab, type CategoryTab } from './category-tab.ts'

export const loader = createLoader(async (page) => {
  const [site, category] = await Promise.all([
    page.optional<SiteInfo>(siteQuery()),
    page.required<Category>(categoryQuery(page.params['slug'] ?? '')),
  ])
  if (page.status === 400) page.status = 404
  if (!category) return
  const tab = parseCategoryTab(page.search)
  const maxItems = { products: MAX_TAB_ITEMS, articles: MAX_TAB_ITEMS, topics: MAX_TAB_ITEMS, ...(tab === 'all' ? OVERVIEW_ITEMS : {}) }
  const isShown = (ownTab: CategoryTab, feature: keyof SiteInfo['features']) =>
    (tab === 'all' || tab === ownTab) && (site?.features[feature] ?? true)
  await Promise.all([
    isShown('products', 'products') && page.optional(productsOfCategoryQuery(category.id, maxItems.products)),
    isShown('articles', 'articles') && page.optional(articlesOfCategoryQuery(category.id, maxItems.articles)),
    isShown('topics', 'forums') && page.optional(topicsOfCategoryQuery(category.id, maxItems.topics)),
  ])
})
