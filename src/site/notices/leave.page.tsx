/** Where a link in a mail leads to that switches a kind of mail off. A button does it: mail programs open links too. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActionData, useParams } from 'react-router'
import { leaveNotices, leavingQuery } from '#features/notices/notice.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { AuthLayout } from '#site/account/auth-layout.tsx'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Spinner } from '#ui/states/spinner.tsx'

export default function LeavePage() {
  const { slug: key = '' } = useParams()
  const leaving = useQuery(leavingQuery(key))
  return (
    <AuthLayout title="Emails about the site">
      {leaving.isPending ? (
        <Spinner label="Loading" />
      ) : leaving.isError ? (
        <Notice tone="bad" title="This link does not work">
          It belongs to no account any more, or a part of it got lost on the way. Copy the whole link from the mail.
        </Notice>
      ) : leaving.data.isLeft ? (
        <Notice tone="good" role="status" title="You get no more of these emails">
          {leaving.data.label}: switched off. On the site you still see what is new.
        </Notice>
      ) : (
        <LeaveForm keyOfLink={key} label={leaving.data.label} />
      )}
      <p className="actions">
        <ButtonLink variant="quiet" to={paths.account('notices')}>
          All email settings
        </ButtonLink>
      </p>
    </AuthLayout>
  )
}

function LeaveForm({ keyOfLink, label }: { keyOfLink: string; label: string }) {
  const queryClient = useQueryClient()
  const returned = useActionData<{ isFailed: true } | null>()
  const { props, busy, problem } = useForm({
    start: {},
    toBody: () => undefined,
    send: () => leaveNotices(keyOfLink),
    onDone: (left) => void queryClient.setQueryData(leavingQuery(keyOfLink).queryKey, left),
  })
  return (
    <form {...props} action={paths.leaveNotices(keyOfLink)} aria-label="Unsubscribe">
      {(problem ?? returned) && (
        <Notice tone="bad" role="alert">
          That did not work. Please try again.
        </Notice>
      )}
      <p>No more emails of this kind: {label.toLowerCase()}.</p>
      <p className="actions">
        <Button type="submit" busy={busy} busyLabel="Unsubscribing...">
          Unsubscribe
        </Button>
      </p>
    </form>
  )
}
