import { FormDraft } from '#features/drafts/form-draft.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { SpamTrapField, useSpamTrap } from '#features/trust/spam-trap.tsx'
import { WaitingPostNotice } from '#features/trust/waiting-post.tsx'
import { GUEST_ID } from '#features/users/user.client.ts'
import { ApiError } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { ownReviewQuery, postReview, type Review } from '#features/reviews/review.client.ts'
import { BLANK_REVIEW, checkReview, showReviewError, showBlankFieldsError, ReviewFields, toReviewBody } from './review-fields.tsx'
import * as styles from './review-form.module.css'

/** Loaded lazily, because only members who have reviewed the product see it. */
const OwnReview = lazy(() => import('./own-review.tsx').catch(() => ({ default: () => <Notice>You have reviewed this product.</Notice> })))

/** Statuses whose message says what the author can do: a second review, and a post that comes too soon. */
const EXPLAINED_STATUSES: readonly number[] = [409, 429]

interface ReviewFormProps {
  productId: number
  /** Id of the acting user: the signed-in member or, for visitors, the guest account. */
  userId: number
  onPosted?: () => void
}

/** Renders the form for a new review or, for a member who has reviewed the product, their own review. */
export function ReviewForm(props: ReviewFormProps) {
  const { productId, userId } = props
  const ownReview = useQuery({ ...ownReviewQuery(productId, userId), enabled: userId !== GUEST_ID }).data?.items[0]
  if (!ownReview) return <NewReviewForm {...props} />
  return (
    <Suspense fallback={null}>
      <OwnReview review={ownReview} />
    </Suspense>
  )
}

function NewReviewForm({ productId, userId, onPosted }: ReviewFormProps) {
  const hydrated = useMounted()
  const [waitingFor, setWaitingFor] = useState<Review['waitingFor']>()
  const trap = useSpamTrap()
  const form = useForm({
    start: BLANK_REVIEW,
    toBody: (values) => ({
      ...toReviewBody(values),
      productId,
      userId,
      createdAt: new Date().toISOString(),
      isVerified: false,
      ...trap.read(),
    }),
    check: checkReview,
    revalidates: true,
    onInvalid: showBlankFieldsError,
    send: postReview,
    onDone: ({ isWaiting, waitingFor = [] }) => {
      setWaitingFor(isWaiting && waitingFor)
      if (isWaiting) return
      toast({ title: 'Review Submitted', message: 'Your review has been successfully posted. Thank you for your feedback!' })
      onPosted?.()
    },
    onFailed: (error) => {
      const isExplained = error instanceof ApiError && EXPLAINED_STATUSES.includes(error.status)
      showReviewError((isExplained && error.serverMessage) || 'Failed to submit your review. Please try again.')
    },
  })

  return (
    <form {...form.props} className={styles.reviewForm} aria-label="Write a review">
      <FormDraft form={form} name="review" subject={productId} isPathStored />
      <SpamTrapField field={trap.field} />
      <ReviewFields form={form} />
      {userId !== GUEST_ID && <p className="hint">After posting it, you can add pictures and proof of purchase.</p>}
      <div role="status">{waitingFor && <WaitingPostNotice what="review" waitingFor={waitingFor} />}</div>
      <noscript>
        <Notice>This form needs JavaScript.</Notice>
      </noscript>
      <div className="actions">
        <Button type="submit" disabled={!hydrated} data-waiting={!hydrated || undefined} busy={form.busy} busyLabel="Submitting...">
          Submit Review
        </Button>
        <LateNotice what="This form" />
      </div>
    </form>
  )
}
