/** An administrator's way to take a review off a product's page; fetched for administrators only. */
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { deleteReview, reviewsQuery, type Review } from '#features/reviews/review.client.ts'
import { restoreFromTrash } from '#features/trash/trash.client.ts'
import { failureReason } from '#platform/api.client.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast-store.ts'
import { REVIEWS_TAB } from './product-url.ts'
import { whenRefreshed } from '#platform/query-refresh.client.ts'

interface RemoveReviewProps {
  review: Review
  /** The page of reviews it stands on. */
  page: number
  /** It was the only one on its page. */
  onEmptied: () => void
}

const fail = (title: string, fault: unknown) =>
  toast({
    title,
    message: failureReason(fault),
    tone: 'destructive',
  })

export default function RemoveReview({ review, page, onEmptied }: RemoveReviewProps): ReactNode {
  const queryClient = useQueryClient()
  const [asked, ask] = useState(false)
  const [busy, setBusy] = useState(false)

  const restore = async (trashId: number) => {
    try {
      await restoreFromTrash(trashId)
      toast({ title: 'Review restored' })
      await whenRefreshed()
    } catch (fault) {
      fail('Review not restored', fault)
    }
  }
  const remove = async () => {
    setBusy(true)
    const shown = queryClient.getQueryData(reviewsQuery(review.productId, page).queryKey)
    try {
      const { trashId } = await deleteReview(review.id)
      toast({ title: 'Review removed', action: { label: 'Undo', run: () => void restore(trashId) } })
      ask(false)
      if (page > 1 && shown?.items.length === 1) onEmptied()
      await whenRefreshed()
      keepPlace()
    } catch (fault) {
      ask(false)
      fail('Review not removed', fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="quiet" size="s" onClick={() => ask(true)}>
        Remove
        <span className="visuallyHidden">
          {' '}
          the review “{review.title}” by {review.username}
        </span>
      </Button>
      <Confirm
        open={asked}
        question="Are you sure you want to remove this review?"
        confirmLabel="Remove"
        tone="danger"
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => ask(false)}
      >
        <p>
          “{review.title}” by {review.username} goes to the trash, and its stars no longer count. It can be brought back for thirty days.
        </p>
      </Confirm>
    </>
  )
}

/** The button that had the keyboard is gone with its review. */
function keepPlace(): void {
  if (document.activeElement && document.activeElement !== document.body) return
  const section = document.getElementById(REVIEWS_TAB)
  if (!section) return
  section.tabIndex = -1
  section.focus({ preventScroll: true })
}
