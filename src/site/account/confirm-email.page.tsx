import { confirmEmail } from '#features/accounts/account.client.ts'
import { ConfirmLinkPage } from './confirm-link-page.tsx'

/** In whatever browser the mail is read: nobody has to be signed in. */
export default function ConfirmEmailPage() {
  return (
    <ConfirmLinkPage
      title="Confirm your email"
      deck="One press, and this address belongs to your account."
      button={{ label: 'Confirm my email', busyLabel: 'Confirming...' }}
      act={confirmEmail}
      stale="It was used already, is older than a week"
      done={(email) => ({ title: 'Your email is confirmed', text: `From now on mail goes to ${email}.` })}
    />
  )
}
