/** Unsubscribes from one kind of email. Acts when the button is pressed and not on the visit, because mail scanners open links. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActionData, useParams } from 'react-router'
import { unsubscribeFromNotices, unsubscribeQuery } from '#features/notices/notice.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { AuthLayout } from '#site/account/auth-layout.tsx'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Spinner } from '#ui/states/spinner.tsx'

export default function UnsubscribeNoticesPage() {
  const { slug: accessToken = '' } = useParams()
  const subscription = useQuery(unsubscribeQuery(accessToken))
  return (
    <AuthLayout title="Email notifications">
      {subscription.isPending ? (
        <Spinner label="Loading" />
      ) : subscription.isError ? (
        <Notice tone="bad" title="This link does not work">
          The account no longer exists, or the link is incomplete. Copy the whole link from the email.
        </Notice>
      ) : subscription.data.isLeft ? (
        <Notice tone="good" role="status" title="You are unsubscribed">
          {subscription.data.label}: you get no more emails about this. You can still see what is new on the site.
        </Notice>
      ) : (
        <UnsubscribeForm accessToken={accessToken} label={subscription.data.label} />
      )}
      <p className="actions">
        <ButtonLink variant="quiet" to={paths.account('notices')}>
          All email settings
        </ButtonLink>
      </p>
    </AuthLayout>
  )
}

function UnsubscribeForm({ accessToken, label }: { accessToken: string; label: string }) {
  const queryClient = useQueryClient()
  const actionFailure = useActionData<{ isFailed: true } | null>()
  const { props, busy, problem } = useForm({
    start: {},
    toBody: () => undefined,
    send: () => unsubscribeFromNotices(accessToken),
    onDone: (updated) => void queryClient.setQueryData(unsubscribeQuery(accessToken).queryKey, updated),
  })
  return (
    <form {...props} action={paths.unsubscribeNotices(accessToken)} aria-label="Unsubscribe">
      {(problem ?? actionFailure) && (
        <Notice tone="bad" role="alert">
          Something went wrong. Please try again.
        </Notice>
      )}
      <p>You will get no more emails of this kind: {label.toLowerCase()}.</p>
      <p className="actions">
        <Button type="submit" busy={busy} busyLabel="Unsubscribing...">
          Unsubscribe
        </Button>
      </p>
    </form>
  )
}
