import { useQuery } from '@tanstack/react-query'
import { href } from 'react-router'
import { GUEST_ID } from '#features/users/user.client.ts'
import { ApiError } from '#platform/api.client.ts'
import { useForm } from '#platform/form.client.ts'
import { Button } from '#ui/button.tsx'
import { Field, Input, Textarea } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { LateNotice } from '#ui/late-notice.tsx'
import { Notice } from '#ui/notice.tsx'
import { StarInput } from '#ui/star-input.tsx'
import { toast } from '#ui/toast-store.ts'
import { useMounted } from '#ui/use-mounted.ts'
import { ownReviewQuery, postReview } from './review.client.ts'
import { REVIEW_CONTENT_MAX, REVIEW_TITLE_MAX } from './review.endpoints.ts'
import * as styles from './review-form.module.css'

const BLANK = { title: '', content: '', rating: 5 }

const complain = (message: string) => toast({ title: 'Error', message, tone: 'destructive' })

interface ReviewFormProps {
  productId: number
  /** Who posts. */
  userId: number
  onPosted?: () => void
}

/** The form; for a member who has reviewed this product, what became of it: nobody writes what the server would refuse. */
export function ReviewForm(props: ReviewFormProps) {
  const { productId, userId } = props
  const own = useQuery({ ...ownReviewQuery(productId, userId), enabled: userId !== GUEST_ID }).data?.items[0]
  if (!own) return <NewReviewForm {...props} />
  return (
    <Notice tone="good" title="You have reviewed this product">
      “{own.title}”. Each member has one review of a product. If yours should change or go,{' '}
      <Link to={`${href('/about')}#contact`}>write to us</Link>.
    </Notice>
  )
}

function NewReviewForm({ productId, userId, onPosted }: ReviewFormProps) {
  const hydrated = useMounted()
  const { props, values, errors, change, field, busy } = useForm({
    start: BLANK,
    toBody: (values) => ({ ...values, productId, userId, createdAt: new Date().toISOString(), isVerified: false }),
    check: ({ title, content }) => ({
      title: title.trim() ? undefined : 'Please give your review a title.',
      content: content.trim() ? undefined : 'Please write what you found.',
    }),
    rechecks: true,
    onRefused: () => complain('Please provide both a title and content for your review.'),
    send: postReview,
    onDone: () => {
      toast({ title: 'Review Submitted', message: 'Your review has been successfully posted. Thank you for your feedback!' })
      onPosted?.()
    },
    onFailed: (fault) => {
      const isSecond = fault instanceof ApiError && fault.code === 'review.already'
      complain((isSecond && fault.serverMessage) || 'Failed to submit your review. Please try again.')
    },
  })

  return (
    <form {...props} className={styles.reviewForm} aria-label="Write a review">
      <Field label="Your rating" group>
        {({ id }) => <StarInput id={id} name="rating" value={values.rating} onChange={(rating) => change({ rating })} />}
      </Field>
      <Field label="Review title" required error={errors.title}>
        {(control) => <Input {...control} {...field('title').input} maxLength={REVIEW_TITLE_MAX} />}
      </Field>
      <Field label="Your review" hint="How long have you had it? What went well, and what did not?" required error={errors.content}>
        {(control) => <Textarea {...control} {...field('content').input} maxLength={REVIEW_CONTENT_MAX} />}
      </Field>
      <noscript>
        <Notice>This form needs JavaScript.</Notice>
      </noscript>
      <div className="actions">
        <Button type="submit" disabled={!hydrated} data-waiting={!hydrated || undefined} busy={busy} busyLabel="Submitting...">
          Submit Review
        </Button>
        <LateNotice what="This form" />
      </div>
    </form>
  )
}
