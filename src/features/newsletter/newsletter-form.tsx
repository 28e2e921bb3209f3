/** One field and a button. It shows its work for at least a second, so that the answer is not missed. */
import { useRef, useState, type SubmitEvent } from 'react'
import { ApiError } from '#platform/api.client.ts'
import { Button } from '#ui/button.tsx'
import { Field, Input } from '#ui/field.tsx'
import { toast } from '#ui/toast-store.ts'
import { useKeptFocus } from '#ui/use-kept-focus.ts'
import { looksLikeEmail, subscribe } from './newsletter.client.ts'
import './newsletter-form.css'

const SHOWN_MS = 1000
const INVALID = 'Please enter a valid email address'

export function NewsletterForm() {
  const field = useRef<HTMLInputElement>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  const [isWrong, setWrong] = useState(false)
  // Whoever sends it with Enter is in the field, which is disabled meanwhile.
  const keepFocus = useKeptFocus<HTMLInputElement>(isSubmitting)

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
      const message = isBadAddress(answer.reason) ? INVALID : 'Failed to subscribe. Please try again later.'
      return void toast({ title: 'Error', message, tone: 'destructive' })
    }
    if (field.current) field.current.value = ''
    toast({ title: 'Thank you for subscribing to our newsletter!' })
  }

  return (
    <form className="newsletter-form" noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Email address">
        {(control) => (
          <div className="newsletter-line">
            {/* No name: if the script is late, the address does not end up in the address bar. */}
            <Input
              {...control}
              {...keepFocus}
              ref={field}
              type="email"
              autoComplete="email"
              placeholder="you@example.org"
              disabled={isSubmitting}
              aria-invalid={isWrong || undefined}
              onChange={() => setWrong(false)}
            />
            <Button type="submit" busy={isSubmitting} busyLabel="Subscribing...">
              Subscribe
            </Button>
          </div>
        )}
      </Field>
      <p className="hint">Twelve letters a year. Leave whenever you like.</p>
      <noscript>
        <p className="hint">Subscribing needs JavaScript.</p>
      </noscript>
    </form>
  )
}

/** The door looks at addresses more closely than the form does. */
const isBadAddress = (fault: unknown): boolean => fault instanceof ApiError && fault.status === 400
