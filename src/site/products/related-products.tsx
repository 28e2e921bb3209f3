import { useQuery } from '@tanstack/react-query'
import { ProductSheet } from '#features/products/product-card.tsx'
import { productsOfCategoryQuery, type Product } from '#features/products/product.client.ts'
import { MAX_RELATED_PRODUCTS } from './product-url.ts'
import * as styles from './product.module.css'

/** Shows other products from the same category. Renders nothing if there are none. */
export function RelatedProducts({ product }: { product: Product }) {
  const { data } = useQuery({
    ...productsOfCategoryQuery(product.categoryId ?? 0, MAX_RELATED_PRODUCTS + 1),
    enabled: product.categoryId !== null,
  })
  const relatedProducts = data?.items.filter(({ id }) => id !== product.id).slice(0, MAX_RELATED_PRODUCTS) ?? []
  if (relatedProducts.length === 0) return null
  return (
    <section className={styles.related} aria-labelledby="related-title">
      <div className="container section">
        <div className="head">
          <h2 id="related-title">Related Products</h2>
        </div>
        <ProductSheet products={relatedProducts} deals />
      </div>
    </section>
  )
}
