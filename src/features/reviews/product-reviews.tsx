/** Everything owners say about one product: the score, the reviews page by page, and the form for one more. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Pager } from '#ui/pager.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { RatingSummary } from './rating-summary.tsx'
import { ratingSpreadQuery, reviewsQuery } from './review.client.ts'
import { ReviewForm } from './review-form.tsx'
import { ReviewItem } from './review-item.tsx'
import './product-reviews.css'

const REVIEWS_PER_PAGE = 20

interface ProductReviewsProps {
  product: { id: number; averageRating: number; reviewCount: number }
  page: number
  hrefFor: (page: number) => string
  onPosted?: () => void
}

export function ProductReviews({ product, page, hrefFor, onPosted }: ProductReviewsProps) {
  const spread = useQuery(ratingSpreadQuery(product.id)).data?.counts
  return (
    <div className="reviews">
      <div className="score">
        <h2>Reviews</h2>
        <RatingSummary average={product.averageRating} count={product.reviewCount} spread={spread} />
        <a className="btn quiet" href="#write-review">
          Write a review
        </a>
      </div>
      <div>
        <ReviewList productId={product.id} page={page} hrefFor={hrefFor} />
        <section className="write-review" id="write-review" aria-labelledby="write-review-title">
          <h2 id="write-review-title">Write a review</h2>
          <ReviewForm productId={product.id} onPosted={onPosted} />
        </section>
      </div>
    </div>
  )
}

function ReviewList({ productId, page, hrefFor }: { productId: number; page: number; hrefFor: (page: number) => string }) {
  const reviews = useQuery({ ...reviewsQuery(productId, page), placeholderData: keepPreviousData })
  if (reviews.isPending) return <ReviewsWaiting />
  if (reviews.isError) {
    return (
      <ErrorState
        level={3}
        title="Reviews could not be loaded"
        text={reviews.error.message}
        action={
          <Button busy={reviews.isFetching} onClick={() => void reviews.refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  if (reviews.data.items.length === 0) return <p className="reviews-none">No reviews yet. If you own one, yours would be the first.</p>
  return (
    <>
      <ol className="review-list">
        {reviews.data.items.map((review) => (
          <li key={review.id}>
            <ReviewItem review={review} />
          </li>
        ))}
      </ol>
      <Pager page={page} pages={Math.ceil(reviews.data.total / REVIEWS_PER_PAGE)} hrefFor={hrefFor} label="Pages of reviews" />
    </>
  )
}

function ReviewsWaiting() {
  return (
    <div className="reviews-waiting" role="status">
      <span className="vh">Loading reviews</span>
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
