/** Renders the reviews of a product: summary, paged list, and the form for a new review. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RatingSummary } from './rating-summary.tsx'
import { reviewStatisticsQuery } from '#features/reviews/review.client.ts'
import { ScoreNote } from './score-note.tsx'
import { ReviewList, type ReviewListProps } from './review-list.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './product-reviews.module.css'

interface ProductReviewsProps extends ReviewListProps {
  product: { id: number; averageRating: number; reviewCount: number; categoryName: string; isDemo: boolean }
  /** Controls for sorting and filtering the list. */
  bar: ReactNode
  /** Form for a new review, or what the page shows instead of it to this viewer. */
  form: ReactNode
}

export function ProductReviews({ bar, form, ...list }: ProductReviewsProps) {
  const { product, hrefFor } = list
  const statistics = useQuery(reviewStatisticsQuery(product.id)).data
  return (
    <div className={styles.reviews}>
      <div className={styles.score}>
        <h2>Reviews</h2>
        {product.isDemo && <DemoChip />}
        <RatingSummary average={product.averageRating} count={product.reviewCount} statistics={statistics} hrefFor={hrefFor} />
        {statistics && <ScoreNote score={statistics.score} category={product.categoryName} isDemo={product.isDemo} />}
        <a className="btn" data-variant="quiet" href="#write-review">
          Write a review
        </a>
      </div>
      <div>
        {product.reviewCount > 0 && bar}
        <ReviewList {...list} />
        <section className={styles.writeReview} id="write-review" aria-labelledby="write-review-title">
          <h2 id="write-review-title">Write a review</h2>
          {form}
        </section>
      </div>
    </div>
  )
}
