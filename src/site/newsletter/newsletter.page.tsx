import { useActionData, useSearchParams } from 'react-router'
import { ConfirmationHint, NewsletterForm } from '#features/newsletter/newsletter-form.tsx'
import type { SubscriptionField } from '#features/newsletter/newsletter.client.ts'
import type { FormResponse } from '#platform/client/forms/plain-form.client.ts'
import { AuthLayout } from '#site/account/auth-layout.tsx'
import { PastIssueList } from './past-issue-list.tsx'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'

const DECK = 'One email on the first Friday of the month: what changed, and what it means for your bill.'

/** Shows the subscription form and past issues. Without JavaScript, the subscription forms on other pages post here. */
export default function NewsletterPage() {
  const rejectedForm = useActionData<FormResponse<SubscriptionField>>()
  const isSent = useSearchParams()[0].get('sent') === 'newsletter'
  if (isSent)
    return (
      <AuthLayout title="Stay Updated">
        <Notice tone="good" role="status" title="Thank you for subscribing to our newsletter!" />
        <ConfirmationHint />
        <p className="actions">
          <ButtonLink variant="quiet" to={paths.home()}>
            Go to the home page
          </ButtonLink>
        </p>
      </AuthLayout>
    )
  return (
    <AuthLayout
      isIndexable
      description={DECK}
      feed={{ title: 'Newsletter', subject: { newsletter: true } }}
      title="Stay Updated"
      deck={DECK}
    >
      <NewsletterForm returned={rejectedForm} />
      <PastIssueList />
    </AuthLayout>
  )
}
