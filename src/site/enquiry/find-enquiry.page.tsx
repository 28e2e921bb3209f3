/** Sends new links to their enquiries to customers who have lost the email. Also confirms that an enquiry was erased. */
import { useState } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import { loadEnquiryLinksForm, sendEnquiryLinks } from '#features/enquiries/tracking/tracking.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import type { FormResponse } from '#platform/client/forms/plain-form.client.ts'
import { AuthLayout } from '#site/account/auth-layout.tsx'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Field, Input } from '#ui/forms/field.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { Notice } from '#ui/states/notice.tsx'
import * as styles from './enquiry-status.module.css'

export default function FindEnquiryPage() {
  const sentState = useSearchParams()[0].get('sent')
  const [isSent, setSent] = useState(false)
  if (sentState === 'erased')
    return (
      <AuthLayout title="Your enquiry">
        <Notice tone="good" role="status" title="The enquiry is erased">
          We have deleted the enquiry and all emails about it.
        </Notice>
        <HomeLink />
      </AuthLayout>
    )
  if (isSent || sentState === 'links')
    return (
      <AuthLayout title="Your enquiry">
        <Notice tone="good" role="status" title="Check your inbox">
          If there are enquiries from that email address, an email with their links is on its way.
        </Notice>
        <HomeLink />
      </AuthLayout>
    )
  return (
    <AuthLayout title="Your enquiry" deck="Lost the email with the link? We will send you a new one.">
      <LinksForm onSent={() => setSent(true)} />
    </AuthLayout>
  )
}

const HomeLink = () => (
  <p className="actions">
    <ButtonLink variant="quiet" to={paths.home()}>
      Go to the home page
    </ButtonLink>
  </p>
)

function LinksForm({ onSent }: { onSent: () => void }) {
  const rejectedForm = useActionData<FormResponse<'email'>>()
  const { props, field, busy, problem } = useForm({
    start: rejectedForm?.values ?? { email: '' },
    initialErrors: rejectedForm?.errors,
    toBody: ({ email }) => ({ email: email.trim() }),
    contract: loadEnquiryLinksForm,
    send: ({ email }) => sendEnquiryLinks(email),
    onDone: onSent,
  })
  const { input, error } = field('email')
  return (
    <form {...props} className={styles.statusForm} action={paths.findEnquiry()} aria-label="Request a new link">
      {(problem ?? (rejectedForm && !rejectedForm.errors.email)) && (
        <Notice tone="bad" role="alert">
          Something went wrong. Please try again later.
        </Notice>
      )}
      <Field label="Email" hint="The email address that you used for the enquiry." error={error} required>
        {(control) => <Input {...control} {...input} type="email" inputMode="email" autoComplete="email" spellCheck={false} />}
      </Field>
      <div className="actions">
        <Button type="submit" busy={busy} busyLabel="Sending...">
          Send me the link
        </Button>
        <LateNotice what="This form" worksWithoutJs />
      </div>
    </form>
  )
}
