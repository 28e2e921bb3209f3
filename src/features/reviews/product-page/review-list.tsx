import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Link } from '#ui/router/link.tsx'
import { useRemovedItems } from '#ui/lists/use-removed-items.ts'
import { Pager } from '#ui/lists/pager.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { REVIEWS_PER_PAGE, reviewsQuery, type Review, type ReviewFilter } from '#features/reviews/review.client.ts'
import { ReviewItem } from './review-item.tsx'
import * as styles from './product-reviews.module.css'

/** Loaded lazily, because only authors see it. */
const ReviewEditor = lazy(async () => ({ default: (await import('#features/reviews/writing/review-editor.tsx')).ReviewEditor }))

/** Text in place of a deleted review, and how to restore it. */
interface ReviewRemoval {
  message: string
  restore: () => Promise<unknown>
}

export interface ReviewActions {
  /** Opens the form in place of the review. */
  edit: () => void
  /** To be called when the author has deleted the review. */
  onRemoved: (removal: ReviewRemoval) => void
}

export interface ReviewListProps {
  product: { id: number; reviewCount: number }
  siteName: string
  filter: ReviewFilter
  /** Returns the URL of the list with a filter. */
  hrefFor: (filter: ReviewFilter) => string
  /** Renders the name of a review's author. */
  renderAuthor: (review: Review) => ReactNode
  /** Renders the content below a review, such as its vote buttons. */
  renderFooter: (review: Review, actions: ReviewActions) => ReactNode
  /** Called when the form in which the author edits a review was closed. */
  onEditClosed: (review: Review) => void
  /** Renders the message in place of a review that its author has just deleted. */
  renderRemoved: (review: Review, removal: ReviewRemoval, onRestored: () => void) => ReactNode
  /** Renders what the viewer can do with a picture. */
  renderPictureAction: (picture: Review['pictures'][number]) => ReactNode
}

export function ReviewList({ product, filter, hrefFor, renderRemoved, ...entryProps }: ReviewListProps) {
  const { count } = useWording()
  const reviews = useQuery({ ...reviewsQuery(product.id, filter), placeholderData: keepPreviousData })
  const { entries, remove, putBack } = useRemovedItems<Review, ReviewRemoval>(reviews.data?.items ?? [], JSON.stringify(filter))
  if (reviews.isPending) return <ReviewsSkeleton />
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
  const { total } = reviews.data
  const isFiltered = Boolean(filter.stars ?? filter.verified ?? filter.search)
  if (entries.length === 0 && !isFiltered) {
    return (
      <div className={styles.reviewsNone}>
        <img src="/art/scenes/no-reviews.svg" alt="" width={320} height={220} loading="lazy" decoding="async" />
        <p>No reviews yet. If you own one, be the first to review it.</p>
      </div>
    )
  }
  return (
    <div aria-busy={reviews.isPlaceholderData || undefined}>
      <p className={styles.found} role="status">
        {isFiltered && (
          <>
            {total === 0 ? 'No review' : count(total, NOUNS.review)} of {count(product.reviewCount, NOUNS.review)}{' '}
            <Link to={hrefFor({ sort: filter.sort })} preventScrollReset>
              Show all
            </Link>
          </>
        )}
      </p>
      <ol className={styles.reviewList}>
        {entries.map(({ item: review, removal }) => (
          <li key={review.id} id={`review-${review.id}`}>
            {removal ? (
              renderRemoved(review, removal, () => putBack(review.id))
            ) : (
              <ReviewEntry {...entryProps} review={review} onRemoved={(removed) => remove(review, removed)} />
            )}
          </li>
        ))}
      </ol>
      <Pager
        page={filter.page ?? 1}
        pages={Math.ceil(total / REVIEWS_PER_PAGE)}
        hrefFor={(page) => hrefFor({ ...filter, page })}
        label="Pages of reviews"
      />
    </div>
  )
}

type ReviewEntryProps = Pick<ReviewListProps, 'siteName' | 'renderAuthor' | 'renderFooter' | 'renderPictureAction' | 'onEditClosed'> & {
  review: Review
  onRemoved: (removal: ReviewRemoval) => void
}

function ReviewEntry({ review, siteName, renderAuthor, renderFooter, renderPictureAction, onEditClosed, onRemoved }: ReviewEntryProps) {
  const [isEditing, setEditing] = useState(false)
  const item = (
    <ReviewItem
      review={review}
      siteName={siteName}
      author={renderAuthor(review)}
      footer={renderFooter(review, { edit: () => setEditing(true), onRemoved })}
      renderPictureAction={renderPictureAction}
    />
  )
  if (!isEditing) return item
  const close = () => {
    onEditClosed(review)
    setEditing(false)
  }
  return (
    <Suspense fallback={item}>
      <ReviewEditor review={review} onDone={close} />
    </Suspense>
  )
}

function ReviewsSkeleton() {
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
