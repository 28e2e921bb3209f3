/** The newsletter subscription form. Its busy state lasts at least a second, to be noticed; without JavaScript it posts to /newsletter. */
import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { parseEmail } from '#platform/text/parse-email.client.ts'
import type { FormResponse } from '#platform/client/forms/plain-form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Input } from '#ui/forms/field.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useFocusPreservation } from '#ui/hydration/use-focus-preservation.ts'
import { subscribe, type SubscriptionField } from './newsletter.client.ts'
import * as styles from './newsletter-form.module.css'

const MIN_BUSY_MS = 1000
const INVALID_MESSAGE = 'Please enter a valid email address'

const FAILED_MESSAGE = 'Failed to subscribe. Please try again later.'
const showError = (message = INVALID_MESSAGE) => toast({ title: 'Error', message, tone: 'destructive' })

/** @param returned errors and values of a rejected submission without JavaScript; undefined: nothing was rejected */
export function NewsletterForm({ returned }: { returned?: FormResponse<SubscriptionField> | undefined }) {
  const { pathname } = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const [isSent, setSent] = useState(false)
  // Uncontrolled, so that text entered before hydration is not lost.
  const getEmail = () => field.current?.value.trim() ?? ''
  const { props, errors, change, busy } = useForm({
    start: { email: '' },
    initialErrors: returned?.errors,
    toBody: getEmail,
    check: () => ({
      email: getEmail() ? (parseEmail(getEmail()) === undefined ? INVALID_MESSAGE : undefined) : 'Please enter your email address',
    }),
    onInvalid: ({ email }) => showError(email),
    send: async (email) => {
      const sent = subscribe(email, location.pathname)
      await Promise.allSettled([sent, new Promise((done) => setTimeout(done, MIN_BUSY_MS))])
      return sent
    },
    onDone: () => {
      if (field.current) field.current.value = ''
      setSent(true)
      toast({ title: 'Thank you for subscribing to our newsletter!' })
    },
    onFailed: (error) => showError(error instanceof ApiError && error.status === 400 ? INVALID_MESSAGE : FAILED_MESSAGE),
  })
  // Submitting with Enter disables the focused field, which would lose the focus.
  const keepFocus = useFocusPreservation<HTMLInputElement>(busy)

  return (
    <form {...props} className={styles.newsletterForm} action="/newsletter">
      {returned && !returned.errors.email && (
        <Notice tone="bad" title="Error">
          {FAILED_MESSAGE}
        </Notice>
      )}
      <input type="hidden" name="page" value={returned?.values.page || pathname.slice(0, 200)} />
      <Field label="Email address" error={errors.email === returned?.errors.email && errors.email}>
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
              disabled={busy}
              aria-invalid={errors.email ? true : undefined}
              onChange={() => {
                change({ email: '' })
                setSent(false)
              }}
            />
            <Button type="submit" busy={busy} busyLabel="Subscribing...">
              Subscribe
            </Button>
            <LateNotice what="Subscribing" worksWithoutJs />
          </div>
        )}
      </Field>
      <div role="status">{isSent && <ConfirmationHint />}</div>
      <p className="hint">Twelve emails a year. Unsubscribe at any time.</p>
    </form>
  )
}

/** Explains how new subscribers confirm their address. Confirmed subscribers get no email. */
export function ConfirmationHint() {
  return (
    <Notice tone="good">
      If you are new here, please open the link in the email that we have sent you. Newsletters go to confirmed addresses only.
    </Notice>
  )
}
