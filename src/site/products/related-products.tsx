import { useQuery } from '@tanstack/react-query'
import { ProductSheet } from '#features/products/product-card.tsx'
import { productsOfCategoryQuery, type Product } from '#features/products/product.client.ts'
import { RELATED_PRODUCTS } from './product-url.ts'
import * as styles from './product.module.css'

/** Other products of the same category; renders nothing if there are none. */
export function RelatedProducts({ product }: { product: Product }) {
  const { data } = useQuery({
    ...productsOfCategoryQuery(product.categoryId ?? 0, RELATED_PRODUCTS + 1),
    enabled: product.categoryId !== null,
  })
  const related = data?.items.filter(({ id }) => id !== product.id).slice(0, RELATED_PRODUCTS) ?? []
  if (related.length === 0) return null
  return (
    <section className={styles.related} aria-labelledby="related-title">
      <div className="container section">
        <div className="head">
          <h2 id="related-title">Related Products</h2>
        </div>
        <ProductSheet products={related} deals />
      </div>
    </section>
  )
}
