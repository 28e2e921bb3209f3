import { productQuery, type Product } from '#features/products/product.client.ts'
import { load } from '#platform/page-load.client.ts'
import { paths } from '#site/paths.ts'

export const loader = load(async (page) => {
  const product = await page.need<Product>(productQuery(page.params['slug'] ?? ''))
  if (product && product.slug !== page.params['slug']) page.moved(paths.enquiry(product.slug))
})
