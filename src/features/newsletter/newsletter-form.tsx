/** One field and a button. It shows its work for at least a second, so that the answer is not missed. Without a script /newsletter takes it. */
import { useRef, useState, type SubmitEvent } from 'react'
import { useLocation } from 'react-router'
import { ApiError } from '#platform/api.client.ts'
import type { FormResponse } from '#platform/plain-form.client.ts'
import { Button } from '#ui/button.tsx'
import { Field, Input } from '#ui/field.tsx'
import { LateNotice } from '#ui/late-notice.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { useFocusPreservation } from '#ui/use-focus-preservation.ts'
import { looksLikeEmail, subscribe, type SubscriptionField } from './newsletter.client.ts'
import * as styles from './newsletter-form.module.css'

const SHOWN_MS = 1000
const INVALID = 'Please enter a valid email address'

const FAILED = 'Failed to subscribe. Please try again later.'

/** @param returned what was sent without a script and not taken */
export function NewsletterForm({ returned }: { returned?: FormResponse<SubscriptionField> | undefined }) {
  const { pathname } = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const [returnedError, setReturnedError] = useState(returned?.errors.email)
  // Whoever sends it with Enter is in the field, which is disabled meanwhile.
  const keepFocus = useFocusPreservation<HTMLInputElement>(isSubmitting)

  const refuse = (message: string) => {
    setWrong(true)
    toast({ title: 'Error', message, tone: 'destructive' })
    field.current?.focus()
  }

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = field.current?.value.trim() ?? ''
    if (!email) return refuse('Please enter your email address')
    if (!looksLikeEmail(email)) return refuse(INVALID)
    setWrong(false)
    setSubmitting(true)
    const [answer] = await Promise.allSettled([subscribe(email, location.pathname), new Promise((done) => setTimeout(done, SHOWN_MS))])
    setSubmitting(false)
    if (answer.status === 'rejected') {
      const message = isInvalidEmail(answer.reason) ? INVALID : FAILED
      return void toast({ title: 'Error', message, tone: 'destructive' })
    }
    if (field.current) field.current.value = ''
    toast({ title: 'Thank you for subscribing to our newsletter!' })
  }

  return (
    <form className={styles.newsletterForm} action="/newsletter" method="post" noValidate onSubmit={(event) => void submit(event)}>
      {returned && !returned.errors.email && (
        <Notice tone="bad" title="Error">
          {FAILED}
        </Notice>
      )}
      <input type="hidden" name="page" value={returned?.values.page || pathname.slice(0, 200)} />
      <Field label="Email address" error={returnedError}>
        {(control) => (
          <div className={styles.newsletterLine}>
            <Input
              {...control}
              {...keepFocus}
              ref={field}
              type="email"
              name="email"
              defaultValue={returned?.values.email}
              autoComplete="email"
              placeholder="you@example.org"
              disabled={isSubmitting}
              aria-invalid={isWrong || returnedError !== undefined || undefined}
              onChange={() => {
                setWrong(false)
                setReturnedError(undefined)
              }}
            />
            <Button type="submit" busy={isSubmitting} busyLabel="Subscribing...">
              Subscribe
            </Button>
            <LateNotice what="Subscribing" works />
          </div>
        )}
      </Field>
      <p className="hint">Twelve letters a year. Leave whenever you like.</p>
    </form>
  )
}

/** The server checks email addresses more closely than the form does. */
const isInvalidEmail = (fault: unknown): boolean => fault instanceof ApiError && fault.status === 400
