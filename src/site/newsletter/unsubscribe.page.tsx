import { useSearchParams } from 'react-router'
import { unsubscribeWithOneClick, unsubscribe } from '#features/newsletter/newsletter.client.ts'
import { unsubscribePath } from '#features/newsletter/newsletter.policy.ts'
import { ConfirmLinkPage } from '#site/account/confirm-link-page.tsx'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { KeyPage } from './key-page.tsx'
import { showEmail } from '#platform/text/shown-email.client.ts'

const TEXTS = {
  title: 'Unsubscribe from the newsletter',
  deck: 'We will remove your email address from the list and delete it.',
  button: { label: 'Unsubscribe', busyLabel: 'Unsubscribing...' },
}
const UNSUBSCRIBED_TITLE = 'You are unsubscribed'

/** Unsubscribes from the newsletter. Links in older emails have their key in the URL's fragment instead of a query parameter. */
export default function UnsubscribePage() {
  const key = useSearchParams()[0].get('key')
  if (key === null)
    return (
      <ConfirmLinkPage
        {...TEXTS}
        action={unsubscribe}
        staleText="The subscription no longer exists"
        describeResult={({ email }) => ({ title: UNSUBSCRIBED_TITLE, text: `${showEmail(email)} is no longer on the list.` })}
      />
    )
  return (
    <KeyPage
      {...TEXTS}
      path={unsubscribePath(key)}
      send={() => unsubscribeWithOneClick(key)}
      describeResult={() => ({ title: UNSUBSCRIBED_TITLE, text: 'You will get no more newsletters from us.' })}
    >
      <ButtonLink variant="quiet" to={paths.newsletterPreferences(key)}>
        Change your preferences instead
      </ButtonLink>
    </KeyPage>
  )
}
