import { productQuery } from '#features/products/product.client.ts'
import { load } from '#site/load.ts'

export const loader = load((page) => page.need(productQuery(page.params['slug'] ?? '')))
