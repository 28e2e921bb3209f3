/** Opening of the product page: picture, name, rating, key specs, price and enquiry button. */
import { Link } from '#ui/router/link.tsx'
import { BookmarkButton } from '#features/bookmarks/bookmark-button.tsx'
import { OwnBookmarks } from '#features/bookmarks/own-bookmarks.tsx'
import { CompareTick } from '#features/products/comparison/compare-tick.tsx'
import { KeySpecs } from '#features/products/specifications/key-specs.tsx'
import { PriceText } from '#features/products/prices/price-text.tsx'
import { pickProductImage, productLabel, type Product } from '#features/products/product.client.ts'
import { parseSpecifications } from '#features/products/specifications/specification.policy.ts'
import { WatchButton } from '#features/watches/watch-button.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { StarRating } from '#ui/pictures/star-rating.tsx'
import { paths } from '#site/paths.ts'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import { reviewsPath } from './product-url.ts'
import { splitParagraphs } from './split-paragraphs.ts'
import { DemoNote } from '#site/shell/demo-note.tsx'
import * as styles from './product.module.css'

export function ProductHero({ product }: { product: Product }) {
  const label = productLabel(product.categoryId)
  const paragraphs = splitParagraphs(product.description)
  return (
    <div className={`container ${styles.detail}`}>
      <figure className={styles.stage}>
        <Picture
          src={pickProductImage(product)}
          alt={product.imageAlt ?? `Drawing of the ${product.name}`}
          boxLabel={label}
          ratio="400/320"
          eager
        />
      </figure>
      <div className={styles.buy}>
        <p className="tag">
          {label} {product.isDemo && <DemoChip />}
        </p>
        <h1>
          <NoBreakText text={product.name} />
        </h1>
        {paragraphs.length > 1 && <p className="lead">{paragraphs[0] && <NoBreakText text={paragraphs[0]} />}</p>}
        <p className={styles.buyRating}>
          <Link to={reviewsPath(product.slug)}>
            {product.reviewCount > 0 ? (
              <StarRating value={product.averageRating} count={product.reviewCount} label="Rating:" />
            ) : (
              'No reviews yet'
            )}
          </Link>
        </p>
        {product.isDemo && <DemoNote text="This product, its maker and its price are invented." />}
        <KeySpecs specs={parseSpecifications(product.technicalSpecs, product.categorySlug)} />
        <div className={styles.pricebox}>
          <PriceText price={product.price} />
          <ButtonLink wide to={paths.enquiry(product.slug)}>
            Add to Enquiry
          </ButtonLink>
          <CompareTick product={product} />
          <p className="hint">No obligation: this is a question, not an order. An enquiry costs nothing.</p>
        </div>
        <div className={`no-print ${styles.memberActions}`}>
          <OwnBookmarks on={{ productId: product.id }}>
            <BookmarkButton kind="product" id={product.id} />
          </OwnBookmarks>
          <WatchButton kind="product" id={product.id} />
        </div>
      </div>
    </div>
  )
}
