import { unsubscribe } from '#features/newsletter/newsletter.client.ts'
import { ConfirmLinkPage } from '#site/account/confirm-link-page.tsx'

export default function UnsubscribePage() {
  return (
    <ConfirmLinkPage
      title="Leave the newsletter"
      deck="Your address is taken off the list and forgotten."
      button={{ label: 'Unsubscribe', busyLabel: 'Unsubscribing...' }}
      act={unsubscribe}
      stale="It belongs to no subscription any more"
      done={(email) => ({ title: 'You have left the newsletter', text: `${email} is no longer on the list.` })}
    />
  )
}
