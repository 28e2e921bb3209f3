/** An administrator's way to take a review off a product's page; fetched for administrators only. */
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { deleteReview, reviewsQuery, type Review } from '#features/reviews/review.client.ts'
import { restore } from '#features/trash/trash.client.ts'
import { ApiError, reasonOf } from '#platform/api.client.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast-store.ts'
import { REVIEWS } from './product-address.ts'

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
    message: reasonOf(fault),
    tone: 'destructive',
  })

export default function RemoveReview({ review, page, onEmptied }: RemoveReviewProps): ReactNode {
  const queryClient = useQueryClient()
  const [asked, ask] = useState(false)
  const [busy, setBusy] = useState(false)
  /** The stars, the list, the home page, the author's page and the trash: it may stand on any of them. */
  const refresh = () => queryClient.invalidateQueries()

  const bringBack = async (trashId: number) => {
    try {
      await restore(trashId)
      toast({ title: 'Review restored' })
      await refresh()
    } catch (fault) {
      fail('Review not restored', fault)
    }
  }
  const remove = async () => {
    setBusy(true)
    const shown = queryClient.getQueryData(reviewsQuery(review.productId, page).queryKey)
    try {
      const { trashId } = await deleteReview(review.id)
      toast({ title: 'Review removed', action: { label: 'Undo', run: () => void bringBack(trashId) } })
      ask(false)
      if (page > 1 && shown?.items.length === 1) onEmptied()
      await refresh()
      keepPlace()
    } catch (fault) {
      ask(false)
      fail('Review not removed', fault)
      // Somebody else was first: then the page should show so.
      if (fault instanceof ApiError && fault.status === 404) void refresh()
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="quiet" size="s" onClick={() => ask(true)}>
        Remove
        <span className="vh">
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
  const section = document.getElementById(REVIEWS)
  if (!section) return
  section.tabIndex = -1
  section.focus({ preventScroll: true })
}
