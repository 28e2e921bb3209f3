import { categoriesQuery } from '#features/categories/category.client.ts'
import { productCountsQuery, productSpecsQuery, productsQuery, PRODUCTS_PER_PAGE } from '#features/products/product.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { loadWholeSiteResults } from '#site/search/whole-site-query.ts'
import { parseProductFilter } from './product-filter.ts'

export const loader = createLoader((page) => {
  const filter = parseProductFilter(page.search)
  const loadList = async () => {
    const productList = await page.required<{ total: number }>(productsQuery(filter))
    page.requireListPage(productList, filter.page ?? 1, PRODUCTS_PER_PAGE)
    await loadWholeSiteResults(page, filter.search, productList)
  }
  return Promise.all([
    loadList(),
    page.optional(categoriesQuery()),
    page.optional(productCountsQuery()),
    filter.category && page.optional(productSpecsQuery(filter.category)),
  ])
})
