/** Everything owners say about one product: the score, the reviews page by page, and the form for one more. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureReason } from '#platform/api.client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Pager } from '#ui/pager.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { RatingSummary } from './rating-summary.tsx'
import { ratingSpreadQuery, reviewsQuery, type Review } from './review.client.ts'
import { ReviewItem } from './review-item.tsx'
import * as styles from './product-reviews.module.css'

const REVIEWS_PER_PAGE = 20

interface ProductReviewsProps {
  product: { id: number; averageRating: number; reviewCount: number }
  page: number
  hrefFor: (page: number) => string
  /** The form for one more, as whoever is looking may use it. */
  form: ReactNode
  /** The name of a review's writer, as it leads to them. */
  who: (review: Review) => ReactNode
  /** What stands below each review: the votes on it. */
  below: (review: Review) => ReactNode
}

export function ProductReviews({ product, page, hrefFor, form, who, below }: ProductReviewsProps) {
  const spread = useQuery(ratingSpreadQuery(product.id)).data?.counts
  return (
    <div className={styles.reviews}>
      <div className={styles.score}>
        <h2>Reviews</h2>
        <RatingSummary average={product.averageRating} count={product.reviewCount} spread={spread} />
        <a className="btn" data-variant="quiet" href="#write-review">
          Write a review
        </a>
      </div>
      <div>
        <ReviewList productId={product.id} page={page} hrefFor={hrefFor} who={who} below={below} />
        <section className={styles.writeReview} id="write-review" aria-labelledby="write-review-title">
          <h2 id="write-review-title">Write a review</h2>
          {form}
        </section>
      </div>
    </div>
  )
}

interface ReviewListProps extends Pick<ProductReviewsProps, 'page' | 'hrefFor' | 'who' | 'below'> {
  productId: number
}

function ReviewList({ productId, page, hrefFor, who, below }: ReviewListProps) {
  const reviews = useQuery({ ...reviewsQuery(productId, page), placeholderData: keepPreviousData })
  if (reviews.isPending) return <ReviewsWaiting />
  if (reviews.isError) {
    return (
      <ErrorState
        level={3}
        title="Reviews could not be loaded"
        text={failureReason(reviews.error)}
        action={
          <Button busy={reviews.isFetching} onClick={() => void reviews.refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  if (reviews.data.items.length === 0) {
    return (
      <div className={styles.reviewsNone}>
        <img src="/art/scenes/no-reviews.svg" alt="" width={320} height={220} loading="lazy" decoding="async" />
        <p>No reviews yet. If you own one, yours would be the first.</p>
      </div>
    )
  }
  return (
    <>
      <ol className={styles.reviewList}>
        {reviews.data.items.map((review) => (
          <li key={review.id}>
            <ReviewItem review={review} who={who(review)} below={below(review)} />
          </li>
        ))}
      </ol>
      <Pager page={page} pages={Math.ceil(reviews.data.total / REVIEWS_PER_PAGE)} hrefFor={hrefFor} label="Pages of reviews" />
    </>
  )
}

function ReviewsWaiting() {
  return (
    <div className={styles.reviewsWaiting} role="status">
      <span className="visuallyHidden">Loading reviews</span>
      {[1, 2, 3].map((row) => (
        <div key={row}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      ))}
    </div>
  )
}
