/** On a launched site: that newsletters and imports have to be allowed first, and the way to ask for it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bulkMailQuery, requestBulkMail } from '#features/bulk-mail/bulk-mail.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from './newsletter.module.css'

/** Undefined while that is not known: nothing is shown as disabled that may be allowed. */
const useBulkMail = () => useQuery({ ...bulkMailQuery(), refetchOnMount: 'always' }).data

/** Whether the buttons that send and import are disabled. */
export const useIsBulkMailRestricted = (): boolean => (useBulkMail()?.state ?? 'allowed') !== 'allowed'

export function NewsletterPermission() {
  const permission = useBulkMail()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: requestBulkMail,
    onSuccess: (saved) => {
      queryClient.setQueryData(bulkMailQuery().queryKey, saved)
      toast({ title: 'Request sent' })
    },
    onError: (fault) => toast({ title: 'The request was not sent', message: failureReason(fault), tone: 'destructive' }),
  })
  if (!permission || permission.state === 'allowed') return null
  const operator = permission.operator ?? 'the main site'
  return (
    <div className={styles.permission}>
      {permission.state === 'requested' ? (
        <Notice title="Your request is waiting">
          <p>
            The administrator of {operator} has been asked. Until they allow it, you can write issues but not send them or import addresses.
          </p>
        </Notice>
      ) : (
        <Notice title="Newsletters are not allowed for this site yet">
          <p>
            {operator} sends this site’s mails. Its administrator has to allow newsletters and imported addresses first. Visitors can
            already subscribe, and you can write issues.
          </p>
          <p className={styles.permissionAction}>
            <Button busy={isPending} busyLabel="Sending..." onClick={() => mutate()}>
              Ask for permission
            </Button>
          </p>
        </Notice>
      )}
    </div>
  )
}
