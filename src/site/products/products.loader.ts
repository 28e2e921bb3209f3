import { categoriesQuery } from '#features/categories/category.client.ts'
import { productsQuery } from '#features/products/product.client.ts'
import { load } from '#platform/page-load.client.ts'
import { filterOf } from './product-filter.ts'

export const loader = load((page) => Promise.all([page.need(productsQuery(filterOf(page.search))), page.want(categoriesQuery())]))
