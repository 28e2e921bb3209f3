import { categoriesQuery } from '#features/categories/category.client.ts'
import { productCountsQuery, productSpecsQuery, productsQuery } from '#features/products/product.client.ts'
import { createLoader } from '#platform/page-load.client.ts'
import { loadWholeSiteResults } from '#site/search/whole-site-query.ts'
import { parseProductFilter } from './product-filter.ts'

export const loader = createLoader((page) => {
  const filter = parseProductFilter(page.search)
  return Promise.all([
    page.required<{ total: number }>(productsQuery(filter)).then((found) => loadWholeSiteResults(page, filter.search, found)),
    page.optional(categoriesQuery()),
    page.optional(productCountsQuery()),
    filter.category && page.optional(productSpecsQuery(filter.category)),
  ])
})
