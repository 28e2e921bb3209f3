/** Fields and validation that the forms for a new review and for editing a review share. */
import type { Form } from '#platform/client/forms/form.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'
import { WritingField } from '#features/writing/field/writing-field.tsx'
import { StarInput } from '#ui/forms/star-input.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import type { Review } from '#features/reviews/review.client.ts'
import { OWNED_MONTHS_MAX, REVIEW_CONTENT_MAX, REVIEW_TITLE_MAX } from '#features/reviews/review-limits.policy.ts'
import * as styles from './review-form.module.css'

export interface ReviewValues {
  title: string
  content: string
  rating: number
  ownedMonths: string
}

export const BLANK_REVIEW: ReviewValues = { title: '', content: '', rating: 5, ownedMonths: '' }

/** Converts an existing review to form values. */
export const toReviewValues = ({ title, content, rating, ownedMonths }: Review): ReviewValues => ({
  title,
  content,
  rating,
  ownedMonths: ownedMonths === null ? '' : String(ownedMonths),
})

/** Converts form values to a request body. */
export const toReviewBody = ({ ownedMonths, ...values }: ReviewValues) => ({ ...values, ownedMonths: toMonths(ownedMonths) })

export const showReviewError = (message: string) => toast({ title: 'Error', message, tone: 'destructive' })

/** @returns the number of months; null for blank input, NaN for input that is not a number */
const toMonths = (input: string): number | null => (input.trim() === '' ? null : Number(input))

export const checkReview = ({ title, content, ownedMonths }: ReviewValues) => ({
  title: title.trim() ? undefined : 'Please enter a title.',
  content: content.trim() ? undefined : 'Please enter your review.',
  ownedMonths: isValidMonths(toMonths(ownedMonths))
    ? undefined
    : `Please enter whole months, up to ${OWNED_MONTHS_MAX}, or leave it blank.`,
})
const isValidMonths = (months: number | null) => months === null || (Number.isInteger(months) && months >= 0 && months <= OWNED_MONTHS_MAX)
export const showBlankFieldsError = ({ title, content }: { title?: string | undefined; content?: string | undefined }) => {
  if (title || content) showReviewError('Please provide both a title and content for your review.')
}

export function ReviewFields({ form: { values, errors, change, field } }: { form: Form<ReviewValues> }) {
  return (
    <>
      <Field label="Your rating" group>
        {({ id }) => <StarInput id={id} name="rating" value={values.rating} onChange={(rating) => change({ rating })} />}
      </Field>
      <Field label="Review title" required error={errors.title}>
        {(control) => <Input {...control} {...field('title').input} maxLength={REVIEW_TITLE_MAX} />}
      </Field>
      <Field label="Your review" hint="What went well, and what did not?" required error={errors.content}>
        {(control) => <WritingField {...control} {...field('content').input} maxLength={REVIEW_CONTENT_MAX} />}
      </Field>
      <Field label="Owned for (months)" hint="Optional. How long you have owned the product." error={errors.ownedMonths}>
        {(control) => (
          <Input
            {...control}
            {...field('ownedMonths').input}
            className={styles.months}
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
          />
        )}
      </Field>
    </>
  )
}
