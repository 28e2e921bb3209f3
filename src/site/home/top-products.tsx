import { useQuery } from '@tanstack/react-query'
import { Link } from '#ui/router/link.tsx'
import { featuredProductsQuery } from '#features/products/product.client.ts'
import { ProductSheet, ProductSheetSkeleton } from '#features/products/product-card.tsx'
import { paths } from '#site/paths.ts'
import { RetryButton } from './retry-button.tsx'
import { MAX_FEATURED_PRODUCTS } from './featured-limits.ts'
import * as styles from './top-products.module.css'
import * as loadAgainStyles from './load-again.module.css'

const SKELETON_COUNT = 4

/** Product section of the home page: the top rated products. */
export function TopProducts() {
  const products = useQuery(featuredProductsQuery(MAX_FEATURED_PRODUCTS))
  return (
    <section data-part="home-products" className={styles.homeProducts} aria-labelledby="products-title">
      <div className="container section">
        <div className="head">
          <h2 id="products-title">Top Rated Products</h2>
          <p data-part="head-note">
            Ranked by owners’ reviews. No paid placements.
            {products.data?.items.some(({ isDemo }) => isDemo) && ' The reviews of demo products are invented.'}
          </p>
          <p data-part="head-links">
            <Link className="more" to={paths.products({ sort: 'score' })}>
              Best reviewed
            </Link>
            <Link className="more" to={paths.products()}>
              View all products
            </Link>
          </p>
        </div>
        {products.isPending ? (
          <ProductSheetSkeleton count={SKELETON_COUNT} />
        ) : !products.data ? (
          <RetryButton subject="The products" onRetry={() => products.refetch()} />
        ) : products.data.items.length === 0 ? (
          <p className={loadAgainStyles.homeEmpty}>No featured products available yet.</p>
        ) : (
          <ProductSheet products={products.data.items} />
        )}
      </div>
    </section>
  )
}
