/** Controls with which administrators reply to a review on the product page or hide it. The module is a chunk that only they load. */
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { HIDE_REASONS, type HideReason } from '#features/reviews/moderation/hide-reason.policy.ts'
import { hideReview } from '#features/reviews/moderation/review-moderation.client.ts'
import { reviewsQuery, type Review, type ReviewFilter } from '#features/reviews/review.client.ts'
import { restoreFromTrash } from '#features/trash/trash.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { findKey } from '#platform/client/typed-entries.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { Field, Input, Options, Select } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { AnswerReview } from './answer-review.tsx'
import { REVIEWS_TAB } from '#site/products/product-url.ts'
import * as styles from '#site/products/product.module.css'

interface HideReviewProps {
  review: Review
  /** Filter of the list that contains the review. */
  filter: ReviewFilter
  /** Called when the hidden review was the only one on its page of the list, unless that is the first page. */
  onEmptied: () => void
}

const showError = (title: string, error: unknown) =>
  toast({
    title,
    message: failureReason(error),
    tone: 'destructive',
  })

export default function HideReview({ review, filter, onEmptied }: HideReviewProps): ReactNode {
  const queryClient = useQueryClient()
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState<HideReason>()
  const [note, setNote] = useState('')

  const restore = async (trashId: number) => {
    try {
      await restoreFromTrash(trashId)
      toast({ title: 'Review restored' })
      await waitForRefresh()
    } catch (error) {
      showError('Review not restored', error)
    }
  }
  const hide = async (confirmedReason: HideReason) => {
    setBusy(true)
    const shownPage = queryClient.getQueryData(reviewsQuery(review.productId, filter).queryKey)
    try {
      const { trashId } = await hideReview(review.id, { reason: confirmedReason, note: note.trim() || undefined })
      toast({ title: 'Review hidden', action: { label: 'Undo', run: () => void restore(trashId) } })
      setConfirmOpen(false)
      if ((filter.page ?? 1) > 1 && shownPage?.items.length === 1) onEmptied()
      await waitForRefresh()
      restoreFocus()
    } catch (error) {
      showError('Review not hidden', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.reviewActions}>
      <AnswerReview review={review} />
      <Button variant="quiet" size="s" onClick={() => setConfirmOpen(true)}>
        Hide
        <span className="visuallyHidden">
          {' '}
          the review “{review.title}” by {review.username}
        </span>
      </Button>
      <Confirm
        open={isConfirmOpen}
        question="Hide this review?"
        confirmLabel="Hide"
        tone="danger"
        busy={isBusy}
        disabled={reason === undefined}
        onConfirm={() => reason && void hide(reason)}
        onCancel={() => setConfirmOpen(false)}
      >
        <p>
          “{review.title}” by {review.username} moves to the trash, and its rating no longer counts. The author is told the reason, and the
          reason is counted on the About page. You can restore the review for 30 days.
        </p>
        <div className={styles.hideFields}>
          <Field label="Reason" required>
            {(control) => (
              <Select {...control} value={reason ?? ''} onChange={({ target }) => setReason(findKey(HIDE_REASONS, target.value))}>
                <option value="">Choose a reason</option>
                <Options of={Object.entries(HIDE_REASONS)} />
              </Select>
            )}
          </Field>
          <Field label="Message to the author" hint="Optional.">
            {(control) => <Input {...control} value={note} maxLength={300} onChange={({ target }) => setNote(target.value)} />}
          </Field>
        </div>
      </Confirm>
    </div>
  )
}

/** Moves the focus to the reviews if it was lost, because the focused button was removed with its review. */
function restoreFocus(): void {
  if (document.activeElement && document.activeElement !== document.body) return
  const section = document.getElementById(REVIEWS_TAB)
  if (!section) return
  section.tabIndex = -1
  section.focus({ preventScroll: true })
}
