import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { accountQuery, retryEmail, type MailProblem, type OwnAccount } from '#features/accounts/account.client.ts'
import { formatReason } from '#features/accounts/account-failure.client.ts'
import * as styles from './unconfirmed-email.module.css'

const REASONS: Record<MailProblem['reason'], string> = {
  bounce: 'Your mail provider says that this address does not exist.',
  soft: 'Several mails came back, perhaps because the mailbox was full.',
  complaint: 'A mail from us was marked as spam in this mailbox.',
  manual: 'An administrator has stopped mail to it.',
  elsewhere: 'It does not accept mail from the server that this site uses.',
}
const RETRIED = 'You asked us to try again within the last day. You can ask once a day.'
const CHANGE = 'You can also enter another address in your profile.'

/** Shown on the account page while the account's email is suppressed. */
export function MailProblemNotice({ account: { mailProblem } }: { account: OwnAccount }) {
  const queryClient = useQueryClient()
  const retrying = useMutation({
    mutationFn: retryEmail,
    onSuccess: () => toast({ title: 'Mail sent', message: `Check the inbox of ${mailProblem?.address}.` }),
    onError: (error) => toast({ title: 'No mail was sent', message: formatReason(error), tone: 'destructive' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountQuery().queryKey }),
  })
  if (mailProblem === null) return null
  const { address, reason, canRetry } = mailProblem
  const isReturned = reason === 'bounce' || reason === 'soft'
  return (
    <Notice tone="warn" title="We can’t send mail to your address">
      {REASONS[reason]} So {address} gets no mail from us, not even about your account’s security: check your notices here.{' '}
      {canRetry
        ? `If the address works again, ask us to send mail to it. ${CHANGE}`
        : isReturned
          ? `${RETRIED} ${CHANGE}`
          : 'Write to us through the about page if you want mail again, or enter another address in your profile.'}
      {canRetry && (
        <div className={styles.again}>
          <Button variant="quiet" size="s" busy={retrying.isPending} busyLabel="Sending..." onClick={() => retrying.mutate()}>
            Send mail to this address again
          </Button>
        </div>
      )}
    </Notice>
  )
}
