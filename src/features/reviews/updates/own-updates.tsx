/** Renders the author's updates of a review, and the form for the one that is due. */
import { useRef, useState } from 'react'
import { FormDraft } from '#features/drafts/form-draft.tsx'
import type { Review, ReviewUpdate } from '#features/reviews/review.client.ts'
import { SpamTrapField, useSpamTrap } from '#features/trust/spam-trap.tsx'
import { WaitingPostNotice } from '#features/trust/waiting-post.tsx'
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Options, Select, Textarea } from '#ui/forms/field.tsx'
import { StarInput } from '#ui/forms/star-input.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { findUpdatePeriod, UPDATE_CONTENT_MAX, type UpdatePeriod } from './review-update-period.policy.ts'
import { deleteReviewUpdate, postReviewUpdate } from './review-update.client.ts'
import * as styles from './own-updates.module.css'

export function OwnUpdates({ review }: { review: Review }) {
  const { count } = useWording()
  const heading = useRef<HTMLHeadingElement>(null)
  // The period must not change while the form is open.
  const [period] = useState(() => findUpdatePeriod(review.createdAt, Date.now()))
  const isDue = period !== undefined && !review.updates.some(({ months }) => months === period)
  if (!isDue && review.updates.length === 0) return null
  const focusHeading = () => heading.current?.focus()
  return (
    <section aria-labelledby="own-updates">
      <h3 id="own-updates" ref={heading} tabIndex={-1}>
        {isDue ? 'How is it going?' : 'Your updates'}
      </h3>
      <ul className={styles.updates}>
        {review.updates.map((update) => (
          <li key={update.id}>
            <p>
              <b>After {count(update.months, NOUNS.month)}:</b> {update.content}
            </p>
            <DeleteUpdate reviewId={review.id} update={update} onDeleted={focusHeading} />
          </li>
        ))}
      </ul>
      {isDue && <UpdateForm key={period} review={review} period={period} onPosted={focusHeading} />}
    </section>
  )
}

function DeleteUpdate({ reviewId, update, onDeleted }: { reviewId: number; update: ReviewUpdate; onDeleted: () => void }) {
  const { count } = useWording()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await deleteReviewUpdate(reviewId, update.id)
      toast({ title: 'Update deleted' })
      onDeleted()
    } catch (error) {
      toast({ title: 'Update not deleted', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  return (
    <>
      <Button
        variant="quiet"
        size="s"
        aria-label={`Delete the update after ${count(update.months, NOUNS.month)}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <Confirm
        open={isAsking}
        question="Delete this update?"
        confirmLabel="Delete update"
        tone="danger"
        busy={isBusy}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        It is removed from the product page. This cannot be undone.
      </Confirm>
    </>
  )
}

const USE_OPTIONS = [
  ['yes', 'Yes'],
  ['no', 'No'],
] as const

function UpdateForm({ review, period, onPosted }: { review: Review; period: UpdatePeriod; onPosted: () => void }) {
  const { count } = useWording()
  const [waitingFor, setWaitingFor] = useState<Review['waitingFor']>()
  const trap = useSpamTrap()
  const form = useForm({
    start: { isStillUsed: 'yes', rating: review.rating, content: '' },
    toBody: ({ isStillUsed, ...values }) => ({ ...values, isStillUsed: isStillUsed === 'yes', ...trap.read() }),
    check: ({ content }) => ({ content: content.trim() ? undefined : 'Please say what has changed.' }),
    revalidates: true,
    send: (body) => postReviewUpdate(review.id, body),
    onDone: ({ waitingFor }) => {
      setWaitingFor(waitingFor)
      if (waitingFor) return
      toast({ title: 'Update posted', message: 'Thank you. It is shown below your review.' })
      onPosted()
    },
    onFailed: (error) => {
      const message = error instanceof ApiError && error.status < 500 ? error.serverMessage : undefined
      toast({ title: 'Update not posted', message: message ?? 'Please try again.', tone: 'destructive' })
    },
  })
  const { values, errors, change, field, busy } = form
  return (
    <form {...form.props} className={styles.updateForm} aria-label="How is it going?">
      <FormDraft form={form} name="review-update" subject={review.id} isPathStored />
      <SpamTrapField field={trap.field} />
      <p>You reviewed this product more than {count(period, NOUNS.month)} ago. Your update is shown below your review.</p>
      <Field label="Are you still using it?">
        {(control) => (
          <Select {...control} {...field('isStillUsed').input}>
            <Options of={USE_OPTIONS} />
          </Select>
        )}
      </Field>
      <Field label="Your rating now" hint="The rating of your review stays the same." group>
        {({ id }) => <StarInput id={id} name="update-rating" value={values.rating} onChange={(rating) => change({ rating })} />}
      </Field>
      <Field label="What has changed?" required error={errors.content}>
        {(control) => <Textarea {...control} {...field('content').input} maxLength={UPDATE_CONTENT_MAX} />}
      </Field>
      <div role="status">{waitingFor && <WaitingPostNotice what="update" waitingFor={waitingFor} />}</div>
      <div className="actions">
        <Button type="submit" busy={busy} busyLabel="Posting...">
          Post update
        </Button>
      </div>
    </form>
  )
}
