import { confirmSubscription } from '#features/newsletter/newsletter.client.ts'
import { ConfirmLinkPage } from '#site/account/confirm-link-page.tsx'

export default function ConfirmSubscriptionPage() {
  return (
    <ConfirmLinkPage
      title="Confirm your subscription"
      deck="One press, and the newsletter comes to your address."
      button={{ label: 'Confirm subscription', busyLabel: 'Confirming...' }}
      act={confirmSubscription}
      stale="It belongs to no subscription any more"
      done={(email) => ({ title: 'You are subscribed', text: `The next newsletter goes to ${email}.` })}
    />
  )
}
