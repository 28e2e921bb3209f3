import { productQuery } from '#features/products/product.client.ts'
import { load } from '#platform/page-load.client.ts'

export const loader = load((page) => page.need(productQuery(page.params['slug'] ?? '')))
