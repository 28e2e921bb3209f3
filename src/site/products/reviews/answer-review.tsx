/** Button with a dialog in which administrators write, edit or remove the public reply to a review. */
import { FormDraft } from '#features/drafts/form-draft.tsx'
import { useState } from 'react'
import { replyToReview, removeReviewReply } from '#features/reviews/moderation/review-moderation.client.ts'
import type { Review } from '#features/reviews/review.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { useSite } from '#site/shell/use-site.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Field, Select, Textarea } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from '#site/products/product.module.css'

export function AnswerReview({ review }: { review: Review }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="s" onClick={() => setOpen(true)}>
        {review.answer ? 'Edit reply' : 'Reply'}
        <span className="visuallyHidden">
          {' '}
          to the review “{review.title}” by {review.username}
        </span>
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Reply to “${review.title}”`}
        description="Shown publicly under the review. The author is notified."
      >
        <ReviewReplyForm review={review} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function ReviewReplyForm({ review, onDone }: { review: Review; onDone: () => void }) {
  const { name: siteName } = useSite()
  const [isRemoving, setRemoving] = useState(false)
  const showError = (error: unknown) => toast({ title: 'Reply not saved', message: failureReason(error), tone: 'destructive' })
  const closeWithToast = async (title: string) => {
    toast({ title })
    await waitForRefresh()
    onDone()
  }
  const form = useForm({
    start: { content: review.answer?.content ?? '', from: review.answer?.from ?? ('site' as 'maker' | 'site') },
    toBody: (values) => values,
    check: ({ content }) => ({ content: content.trim() ? undefined : 'Please enter a reply' }),
    send: (body) => replyToReview(review.id, body),
    onDone: () => closeWithToast('Reply saved'),
    onFailed: showError,
  })
  const { props, errors, field, values, change, busy } = form
  const removeReply = async () => {
    setRemoving(true)
    try {
      await removeReviewReply(review.id)
      await closeWithToast('Reply removed')
    } catch (error) {
      showError(error)
    } finally {
      setRemoving(false)
    }
  }
  return (
    <form {...props} className={styles.hideFields} aria-label="Reply">
      <FormDraft form={form} name="review-answer" subject={review.id} />
      <Field label="Reply as">
        {(control) => (
          <Select
            {...control}
            name="from"
            value={values.from}
            onChange={({ target }) => change({ from: target.value === 'maker' ? 'maker' : 'site' })}
          >
            <option value="site">{siteName}</option>
            <option value="maker">The manufacturer</option>
          </Select>
        )}
      </Field>
      <Field label="Reply" required error={errors.content}>
        {(control) => <Textarea {...control} {...field('content').input} maxLength={2000} />}
      </Field>
      <div className="actions">
        <Button type="submit" busy={busy} disabled={isRemoving}>
          Save reply
        </Button>
        {review.answer && (
          <Button variant="danger" busy={isRemoving} disabled={busy} onClick={() => void removeReply()}>
            Remove reply
          </Button>
        )}
      </div>
    </form>
  )
}
