import { productQuery, type Product } from '#features/products/product.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { paths } from '#site/paths.ts'

export const loader = createLoader(async (page) => {
  const product = await page.required<Product>(productQuery(page.params['slug'] ?? ''))
  if (product && product.slug !== page.params['slug']) page.redirectPermanently(paths.enquiry(product.slug))
})
