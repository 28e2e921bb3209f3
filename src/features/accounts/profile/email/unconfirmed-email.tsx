import { useMutation } from '@tanstack/react-query'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { resendConfirmation, type OwnAccount } from '#features/accounts/account.client.ts'
import { formatReason } from '#features/accounts/account-failure.client.ts'
import * as styles from './unconfirmed-email.module.css'
import { showEmail } from '#platform/text/shown-email.client.ts'

/** Offers on the account page to send the confirmation link again; renders nothing if no email is unconfirmed. */
export function UnconfirmedEmail({ account: { email, unconfirmedEmail } }: { account: OwnAccount }) {
  const resendMutation = useMutation({
    mutationFn: resendConfirmation,
    onSuccess: () => toast({ title: 'Email sent', message: `Check the inbox of ${showEmail(unconfirmedEmail ?? '')}.` }),
    onError: (error) => toast({ title: 'No email was sent', message: formatReason(error), tone: 'destructive' }),
  })
  if (unconfirmedEmail === null) return null
  return (
    <Notice tone="warn" title="Your email address is not confirmed yet">
      We have sent an email to {showEmail(unconfirmedEmail)}. Follow the link in it to confirm the address.
      {email !== null && ` Until then we will use ${showEmail(email)}.`}
      <div className={styles.again}>
        <Button variant="quiet" size="s" busy={resendMutation.isPending} busyLabel="Sending..." onClick={() => resendMutation.mutate()}>
          Send the email again
        </Button>
      </div>
    </Notice>
  )
}
