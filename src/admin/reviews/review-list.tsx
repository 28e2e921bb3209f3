/** Lists all published reviews, newest first. Administrators moderate them on the product page. */
import { SiteLink } from '#admin/list/site-link.tsx'
import { ListFrame } from '#admin/list/list-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import type { useListUrl } from '#admin/list-url.ts'
import { allReviewsQuery, type Review } from '#features/reviews/review.client.ts'
import { Toolbar } from '#ui/lists/toolbar.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Badge } from '#ui/text/badge.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { ReviewText } from './review-text.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './reviews.module.css'

const REVIEWS_PER_PAGE = 20

export function ReviewList({ listUrl }: { listUrl: ReturnType<typeof useListUrl<'tab'>> }) {
  const { count } = useWording()
  const list = useList(allReviewsQuery({ page: listUrl.page, perPage: REVIEWS_PER_PAGE }))
  const total = list.data?.total ?? 0
  return (
    <ListFrame
      list={list}
      listUrl={listUrl}
      isNarrowed={false}
      perPage={REVIEWS_PER_PAGE}
      pagesLabel="Pages of reviews"
      tools={(list.isPending || total > 0) && <Toolbar caption={list.data && count(total, NOUNS.review)}>{null}</Toolbar>}
      errorTitle="The reviews could not be loaded"
      empty={<EmptyState title="No reviews yet" text="Reviews of your products appear here." />}
    >
      {({ items }) => (
        <ul className={styles.list} aria-label="All reviews" aria-busy={list.isPlaceholderData || undefined}>
          {items.map((review) => (
            <li key={review.id}>
              <ReviewItem review={review} />
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  )
}

function ReviewItem({ review }: { review: Review }) {
  const { id, username, createdAt, isDemo, isVerified, productName, productSlug, title } = review
  return (
    <article className={styles.item} aria-labelledby={`review-${id}`}>
      <p className={styles.by}>
        <b dir="auto">{username}</b> <ShortTime date={createdAt} /> {isDemo && <DemoChip />}{' '}
        {isVerified && (
          <Badge variant={isDemo ? 'outline' : undefined}>
            {!isDemo && <Icon name="check" />}
            Verified Purchase
          </Badge>
        )}
      </p>
      <h2 id={`review-${id}`}>
        <SiteLink to={`/products/${productSlug}`} label={productName} targetName="the product" />
      </h2>
      <ReviewText review={review} />
      <SiteLink
        to={`/products/${productSlug}?tab=reviews#review-${id}`}
        label="Open on the product page"
        targetName={`the review “${title}”`}
      />
    </article>
  )
}
