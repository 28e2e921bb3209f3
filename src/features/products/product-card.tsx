/** Product cards, and the grid of cards. */
import { useId, type ReactNode } from 'react'
import { href } from 'react-router'
import { Link } from '#ui/router/link.tsx'
import { categoryClassById } from '#features/categories/category.client.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import { StarRating } from '#ui/pictures/star-rating.tsx'
import { CompareTick } from '#features/products/comparison/compare-tick.tsx'
import { PriceText } from '#features/products/prices/price-text.tsx'
import { pickProductImage, productLabel, type ListedProduct } from './product.client.ts'
import * as styles from './product-card.module.css'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { NoBreakText } from '#ui/text/no-break-text.tsx'

const CARDS_PER_ROW = 4
const SHORT_ROW_CLASSES = [undefined, styles.sheet1, styles.sheet2, styles.sheet3]

interface ProductCardProps {
  product: ListedProduct
  headingLevel?: 2 | 3 | undefined
  /** Whether the card has a `View Deals` link. */
  deal?: boolean | undefined
  /** Whether the picture loads eagerly; for cards at the top of a page. */
  eager?: boolean | undefined
}

function ProductCard({ product, headingLevel = 3, deal, eager }: ProductCardProps) {
  const [nameId, dealId] = [useId(), useId()]
  const to = href('/products/:slug', { slug: product.slug })
  const label = productLabel(product.categoryId)
  const Heading = `h${headingLevel}` as const
  return (
    <article data-part="product" className={`${styles.product} card-link ${categoryClassById(product.categoryId)}`}>
      <Picture
        className={styles.plate}
        src={pickProductImage(product)}
        alt={product.imageAlt ?? `Drawing of the ${product.name}`}
        boxLabel={label}
        ratio="400/320"
        eager={eager}
      />
      <p className="tag">
        {label} {product.isDemo && <DemoChip />}
      </p>
      <Heading id={nameId}>
        <Link to={to}>
          <NoBreakText text={product.name} />
        </Link>
      </Heading>
      <p dir="auto" data-part="blurb" className={styles.blurb}>
        {product.snippet}
      </p>
      <div className={styles.productFoot}>
        {product.reviewCount > 0 ? (
          <StarRating value={product.averageRating} count={product.reviewCount} label="Rating:" />
        ) : (
          <p className="hint">No reviews yet</p>
        )}
        <PriceText price={product.price} />
        <div className={styles.productActions}>
          <CompareTick product={product} />
          {deal && (
            <ButtonLink id={dealId} variant="quiet" to={to} aria-labelledby={`${dealId} ${nameId}`}>
              View Deals
            </ButtonLink>
          )}
        </div>
      </div>
    </article>
  )
}

interface ProductSheetProps {
  products: ListedProduct[]
  headingLevel?: 2 | 3 | undefined
  deals?: boolean | undefined
  /** Number of cards, from the first, whose pictures load eagerly. */
  eager?: number
  className?: string | undefined
  /** Renders what a page says about a product below its card. */
  renderNote?: ((product: ListedProduct) => ReactNode) | undefined
}

/** Renders a grid of products, up to four in a row, divided by hairlines. */
export function ProductSheet({ products, headingLevel, deals, eager = 0, className, renderNote }: ProductSheetProps) {
  return (
    <ul
      data-part="sheet"
      className={joinClasses(styles.sheet, products.length < CARDS_PER_ROW && SHORT_ROW_CLASSES[products.length], className)}
    >
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} headingLevel={headingLevel} deal={deals} eager={index < eager} />
          {renderNote?.(product)}
        </li>
      ))}
    </ul>
  )
}

/** Renders a placeholder of the same size while the products load. */
export function ProductSheetSkeleton({ count = 8 }: { count?: number }) {
  return (
    <div data-part="sheet" className={`${styles.sheet} ${styles.sheetWaiting}`} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} data-part="product" className={styles.product} data-skeleton>
          <Skeleton className={styles.plate} />
          <Skeleton />
          <Skeleton />
          <Skeleton />
          <div className={styles.productFoot}>
            <Skeleton />
            <Skeleton />
            <Skeleton />
          </div>
        </div>
      ))}
    </div>
  )
}
