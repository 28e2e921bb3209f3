import { useLocation, useSearchParams } from 'react-router'
import { confirmSubscription } from '#features/newsletter/newsletter.client.ts'
import { confirmPath } from '#features/newsletter/newsletter.policy.ts'
import { ConfirmLinkPage } from '#site/account/confirm-link-page.tsx'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'
import { KeyPage } from './key-page.tsx'
import { showEmail } from '#platform/text/shown-email.client.ts'

const TEXTS = {
  title: 'Confirm your subscription',
  deck: 'Please confirm that you want to receive the newsletter.',
  button: { label: 'Confirm subscription', busyLabel: 'Confirming...' },
}

/** Confirms a subscription. Links in older emails have their key in the URL's fragment instead of a query parameter. */
export default function ConfirmSubscriptionPage() {
  const key = useSearchParams()[0].get('key')
  const fragmentKey = useLocation().hash.slice(1)
  const describeResult = ({ email, wasConfirmed }: { email: string; wasConfirmed: boolean }) => ({
    title: wasConfirmed ? 'Your subscription is already confirmed' : 'You are subscribed',
    text: (
      <>
        The next newsletter goes to {showEmail(email)}. <Link to={paths.newsletterPreferences(key ?? fragmentKey)}>Choose your topics</Link>
      </>
    ),
  })
  if (key === null)
    return (
      <ConfirmLinkPage
        {...TEXTS}
        action={confirmSubscription}
        staleText="The subscription no longer exists"
        describeResult={describeResult}
      />
    )
  return <KeyPage {...TEXTS} path={confirmPath(key)} send={() => confirmSubscription(key)} describeResult={describeResult} />
}
