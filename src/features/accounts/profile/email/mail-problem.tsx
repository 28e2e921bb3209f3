import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { accountQuery, retryEmail, type MailProblem, type OwnAccount } from '#features/accounts/account.client.ts'
import { formatReason } from '#features/accounts/account-failure.client.ts'
import * as styles from './unconfirmed-email.module.css'

const REASONS: Record<MailProblem['reason'], string> = {
  bounce: 'Your mail provider says that this address does not exist.',
  soft: 'Several emails bounced, perhaps because the mailbox was full.',
  complaint: 'An email from us was marked as spam in this mailbox.',
  manual: 'An administrator has stopped email to it.',
  elsewhere: 'It does not accept email from the server that this site uses.',
}
const RETRIED_TEXT = 'You asked us to try again within the last day. You can ask once a day.'
const CHANGE_EMAIL_TEXT = 'You can also enter another address in your profile.'

/** Explains on the account page why mail to the account's email is suppressed; renders nothing if it is not. */
export function MailProblemNotice({ account: { mailProblem } }: { account: OwnAccount }) {
  const queryClient = useQueryClient()
  const resumeMutation = useMutation({
    mutationFn: retryEmail,
    onSuccess: () => toast({ title: 'Email sent', message: `Check the inbox of ${mailProblem?.address}.` }),
    onError: (error) => toast({ title: 'No email was sent', message: formatReason(error), tone: 'destructive' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountQuery().queryKey }),
  })
  if (mailProblem === null) return null
  const { address, reason, canRetry } = mailProblem
  const hasBounced = reason === 'bounce' || reason === 'soft'
  return (
    <Notice tone="warn" title="We can’t send email to your address">
      {REASONS[reason]} So {address} gets no email from us, not even about your account’s security: check your notifications on the site.{' '}
      {canRetry
        ? `If the address works again, ask us to resume email. ${CHANGE_EMAIL_TEXT}`
        : hasBounced
          ? `${RETRIED_TEXT} ${CHANGE_EMAIL_TEXT}`
          : 'Contact us through the about page to resume email, or enter another address in your profile.'}
      {canRetry && (
        <div className={styles.again}>
          <Button variant="quiet" size="s" busy={resumeMutation.isPending} busyLabel="Sending..." onClick={() => resumeMutation.mutate()}>
            Resume email to this address
          </Button>
        </div>
      )}
    </Notice>
  )
}
