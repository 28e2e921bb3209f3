import { categoriesQuery } from '#features/categories/category.client.ts'
import { productCountsQuery, productFiguresQuery, productsQuery } from '#features/products/product.client.ts'
import { load } from '#platform/page-load.client.ts'
import { filterOf } from './product-filter.ts'

export const loader = load((page) => {
  const filter = filterOf(page.search)
  return Promise.all([
    page.need(productsQuery(filter)),
    page.want(categoriesQuery()),
    page.want(productCountsQuery()),
    filter.category && page.want(productFiguresQuery(filter.category)),
  ])
})
