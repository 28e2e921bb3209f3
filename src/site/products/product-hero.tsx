/** The drawing on its stage, and beside it name, figures, price and the one button. */
import { Link } from '#ui/link.tsx'
import { CompareTick } from '#features/products/compare-tick.tsx'
import { KeyFigures } from '#features/products/key-figures.tsx'
import { PriceText } from '#features/products/price-text.tsx'
import { pictureOf, productLabel, type Product } from '#features/products/product.client.ts'
import { readSpecifications } from '#features/products/specification.policy.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'
import { StarRating } from '#ui/star-rating.tsx'
import { paths } from '#site/paths.ts'
import { reviewsPath } from './product-address.ts'
import { paragraphs } from './paragraphs.ts'

export function ProductHero({ product }: { product: Product }) {
  const label = productLabel(product.categoryId)
  const texts = paragraphs(product.description)
  return (
    <div className="wrap detail">
      <figure className="stage">
        <Picture
          src={pictureOf(product)}
          alt={product.imageAlt ?? `Drawing of the ${product.name}`}
          boxLabel={label}
          ratio="400/320"
          eager
        />
      </figure>
      <div className="buy">
        <p className="tag">{label}</p>
        <h1>{product.name}</h1>
        {texts.length > 1 && <p className="deck">{texts[0]}</p>}
        <p className="buy-rating">
          <Link to={reviewsPath(product.slug)}>
            {product.reviewCount > 0 ? (
              <StarRating value={product.averageRating} count={product.reviewCount} label="Rating:" />
            ) : (
              'No reviews yet'
            )}
          </Link>
        </p>
        <KeyFigures specs={readSpecifications(product.technicalSpecs, product.categorySlug)} />
        <div className="pricebox">
          <PriceText price={product.price} />
          <ButtonLink wide to={paths.enquiry(product.slug)}>
            Add to Enquiry
          </ButtonLink>
          <CompareTick product={product} />
          <p className="hint">You ask, you do not order. An enquiry costs nothing.</p>
        </div>
      </div>
    </div>
  )
}
