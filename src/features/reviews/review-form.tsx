import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import { href } from 'react-router'
import { GUEST_ID } from '#features/users/user.client.ts'
import { ApiError } from '#platform/api.client.ts'
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
  const [review, setReview] = useState(BLANK)
  const [checked, setChecked] = useState(false)
  const hydrated = useMounted()
  const form = useRef<HTMLFormElement>(null)
  const posting = useMutation({
    mutationFn: () => postReview({ ...review, productId, userId, createdAt: new Date().toISOString(), isVerified: false }),
    onSuccess: () => {
      toast({ title: 'Review Submitted', message: 'Your review has been successfully posted. Thank you for your feedback!' })
      setReview(BLANK)
      setChecked(false)
      onPosted?.()
    },
    onError: (error) => {
      const isSecond = error instanceof ApiError && error.code === 'review.already'
      toast({
        title: 'Error',
        message: (isSecond && error.serverMessage) || 'Failed to submit your review. Please try again.',
        tone: 'destructive',
      })
    },
  })
  const missing = { title: checked && !review.title.trim(), content: checked && !review.content.trim() }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (posting.isPending) return
    const blank = (['title', 'content'] as const).find((name) => !review[name].trim())
    if (!blank) return posting.mutate()
    setChecked(true)
    toast({ title: 'Error', message: 'Please provide both a title and content for your review.', tone: 'destructive' })
    ;(form.current?.elements.namedItem(blank) as HTMLElement | null)?.focus()
  }

  return (
    <form className={styles.reviewForm} ref={form} method="post" noValidate onSubmit={submit} aria-label="Write a review">
      <Field label="Your rating" group>
        {({ id }) => <StarInput id={id} name="rating" value={review.rating} onChange={(rating) => setReview({ ...review, rating })} />}
      </Field>
      <Field label="Review title" required error={missing.title && 'Please give your review a title.'}>
        {(control) => (
          <Input
            {...control}
            name="title"
            maxLength={REVIEW_TITLE_MAX}
            value={review.title}
            onChange={({ target }) => setReview({ ...review, title: target.value })}
          />
        )}
      </Field>
      <Field
        label="Your review"
        hint="How long have you had it? What went well, and what did not?"
        required
        error={missing.content && 'Please write what you found.'}
      >
        {(control) => (
          <Textarea
            {...control}
            name="content"
            maxLength={REVIEW_CONTENT_MAX}
            value={review.content}
            onChange={({ target }) => setReview({ ...review, content: target.value })}
          />
        )}
      </Field>
      <noscript>
        <Notice>This form needs JavaScript.</Notice>
      </noscript>
      <div className="actions">
        <Button type="submit" disabled={!hydrated} data-waiting={!hydrated || undefined} busy={posting.isPending} busyLabel="Submitting...">
          Submit Review
        </Button>
        <LateNotice what="This form" />
      </div>
    </form>
  )
}
