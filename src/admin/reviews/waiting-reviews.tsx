/** Lists reviews and updates of reviews that wait for approval, oldest first, to approve or reject. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { SiteLink } from '#admin/list/site-link.tsx'
import { approveReview, rejectReview, waitingReviewsQuery, type WaitingReview } from '#features/reviews/approval/review-approval.client.ts'
import { HIDE_REASONS } from '#features/reviews/moderation/hide-reason.policy.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { WaitingReasons } from '#admin/forums/waiting-reasons.tsx'
import { ReasonSelect } from './reason-select.tsx'
import { ReviewText } from './review-text.tsx'
import * as styles from './reviews.module.css'

/** The list has no pages: further reviews move up as these are decided. */
const MAX_SHOWN_REVIEWS = 20

export const useWaitingReviews = () => useQuery({ ...waitingReviewsQuery({ perPage: MAX_SHOWN_REVIEWS }), refetchOnMount: 'always' })

/** Renders nothing if no reviews wait. */
export function WaitingReviews({ list }: { list: UseQueryResult<{ items: WaitingReview[]; total: number }> }) {
  const { number } = useWording()
  if (list.isPending) return <Spinner label="Loading the reviews waiting for approval" />
  if (list.isError) return <Notice tone="bad">The reviews waiting for approval could not be loaded. {failureReason(list.error)}</Notice>
  if (list.data.total === 0) return null
  const { items, total } = list.data
  return (
    <section className={styles.waiting} aria-labelledby="waiting-reviews">
      <h2 id="waiting-reviews">Waiting for approval ({number(total)})</h2>
      <ul className={`${styles.list} ${styles.waitingList}`}>
        {items.map((review) => (
          <li key={review.id}>
            <WaitingReviewItem review={review} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function WaitingReviewItem({ review }: { review: WaitingReview }) {
  const { id, kind, userId, username, months, isStillUsed, productName, productSlug, title, createdAt } = review
  const what = kind === 'update' ? 'update of the review' : 'review'
  const { count } = useWording()
  const [busy, setBusy] = useState(false)
  const decide = async (sendDecision: () => Promise<unknown>, successTitle: string) => {
    setBusy(true)
    try {
      await sendDecision()
      toast({ title: successTitle, message: title })
      await waitForRefresh()
    } catch (error) {
      toast({ title: 'Decision not saved', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <article className={styles.item} aria-labelledby={`waiting-review-${id}`}>
      <p className={styles.by}>
        <b dir="auto">{username}</b>
        {userId !== null && ' (member)'} <ShortTime date={createdAt} />
      </p>
      <h3 id={`waiting-review-${id}`}>
        <SiteLink to={`/products/${productSlug}`} label={productName} targetName="the product" />
      </h3>
      {months !== null && (
        <p>
          Update after {count(months, NOUNS.month)}: {isStillUsed ? 'still used' : 'no longer used'}
        </p>
      )}
      <WaitingReasons {...review} />
      <ReviewText review={review} />
      <div className={styles.actions}>
        <Button
          size="s"
          busy={busy}
          aria-label={`Approve the ${what} “${title}”`}
          onClick={() => void decide(() => approveReview(id), kind === 'update' ? 'Update published' : 'Review published')}
        >
          Approve
        </Button>
        <ReasonSelect
          label={`Reject the ${what} “${title}”`}
          placeholder="Reject: choose a reason"
          reasons={HIDE_REASONS}
          disabled={busy}
          onChoose={(reason) => void decide(() => rejectReview(id, reason), kind === 'update' ? 'Update rejected' : 'Review rejected')}
        />
      </div>
    </article>
  )
}
