import { Link } from '#ui/router/link.tsx'
import { categoryClassById } from '#features/categories/category.client.ts'
import { productLabel } from '#features/products/product.client.ts'
import type { Review } from '#features/reviews/review.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { truncateText } from '#wording/cut-text.ts'
import { StarRating } from '#ui/pictures/star-rating.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import { paths } from '#site/paths.ts'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './community.module.css'

const MAX_SNIPPET_LENGTH = 100

/** Shows the beginning of a review, with rating, author and product. */
export function ReviewQuote({ review }: { review: Review }) {
  return (
    <li className={categoryClassById(review.categoryId)}>
      <Picture className={styles.mini} src={review.productImage} alt="" boxLabel={productLabel(review.categoryId)} ratio="1/1" />
      <div className={styles.clubReview}>
        <blockquote>
          <p dir="auto">“{truncateText(review.content, MAX_SNIPPET_LENGTH)}”</p>
        </blockquote>
        <p className={styles.reviewBy}>
          <StarRating value={review.rating} label="Rating:" />
          <span>
            <bdi>{review.username}</bdi>, on the{' '}
            <Link to={paths.product(review.productSlug)}>
              <bdi>{review.productName}</bdi>
            </Link>
          </span>
          <RelativeTime date={review.createdAt} kind="review" />
          {review.isDemo && <DemoChip />}
          {review.isVerified && <Badge variant={review.isDemo ? 'outline' : undefined}>Verified Purchase</Badge>}
        </p>
      </div>
    </li>
  )
}
