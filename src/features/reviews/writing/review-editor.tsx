/** Renders the form in which members edit their own review. */
import { useEffect, useEffectEvent } from 'react'
import { FormDraft } from '#features/drafts/form-draft.tsx'
import { VersionConflict } from '#features/drafts/version-conflict.tsx'
import { ApiError } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { NOUNS } from '#wording/nouns.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { changeReview, type Review } from '#features/reviews/review.client.ts'
import { checkReview, showReviewError, showBlankFieldsError, ReviewFields, toReviewBody, toReviewValues } from './review-fields.tsx'
import * as styles from './review-form.module.css'

export function ReviewEditor({ review, onDone }: { review: Review; onDone: () => void }) {
  const { count } = useWording()
  const form = useForm({
    start: toReviewValues(review),
    toBody: toReviewBody,
    check: checkReview,
    revalidates: true,
    onInvalid: showBlankFieldsError,
    version: review.version,
    send: (body, version) => changeReview(review.id, { ...body, version }),
    onDone: () => {
      toast({ title: 'Review changed' })
      onDone()
    },
    onFailed: (error) => {
      const isExplained = error instanceof ApiError && error.status < 500 && error.status !== 409
      showReviewError((isExplained && error.serverMessage) || 'Your review could not be changed. Please try again.')
    },
  })
  const { focus } = form
  const focusTitle = useEffectEvent(() => focus('title'))
  useEffect(() => focusTitle(), [])
  return (
    <form {...form.props} className={styles.reviewForm} aria-label="Edit your review">
      <FormDraft form={form} name="review-edit" subject={review.id} isPathStored />
      <VersionConflict
        form={form}
        toValues={toReviewValues}
        fields={{
          title: 'Review title',
          content: 'Your review',
          rating: { label: 'Your rating', format: (stars) => count(stars, NOUNS.star) },
          ownedMonths: 'Owned for (months)',
        }}
      />
      <ReviewFields form={form} />
      <div className="actions">
        <Button type="submit" busy={form.busy} busyLabel="Saving...">
          Save changes
        </Button>
        <Button variant="quiet" disabled={form.busy} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
