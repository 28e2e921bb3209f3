import { articlesOfCategoryQuery } from '#features/articles/article.client.ts'
import { categoryQuery, type Category } from '#features/categories/category.client.ts'
import { topicsOfCategoryQuery } from '#features/forums/topic.client.ts'
import { productsOfCategoryQuery } from '#features/products/product.client.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { load } from '#platform/page-load.client.ts'
import { MOST, SHOWN, tabOf } from './category-tab.ts'

export const loader = load(async (page) => {
  const [site, category] = await Promise.all([
    page.want<SiteInfo>(siteQuery()),
    page.need<Category>(categoryQuery(page.params['slug'] ?? '')),
  ])
  if (page.status === 400) page.status = 404
  if (!category) return
  const tab = tabOf(page.search)
  const counts = { products: MOST, articles: MOST, topics: MOST, ...(tab === 'all' ? SHOWN : {}) }
  const shows = (name: string, feature: keyof SiteInfo['features']) => (tab === 'all' || tab === name) && (site?.features[feature] ?? true)
  await Promise.all([
    shows('products', 'products') && page.want(productsOfCategoryQuery(category.id, counts.products)),
    shows('articles', 'articles') && page.want(articlesOfCategoryQuery(category.id, counts.articles)),
    shows('topics', 'forums') && page.want(topicsOfCategoryQuery(category.id, counts.topics)),
  ])
})
