/** Explains on a launched site that newsletters and imports need the operator's permission, and requests it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bulkMailQuery, requestBulkMail } from '#features/bulk-mail/bulk-mail.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from './newsletter.module.css'

/** Returns the permission; undefined while it loads. Callers then assume "allowed", so that buttons do not appear disabled first. */
const useBulkMail = () => useQuery({ ...bulkMailQuery(), refetchOnMount: 'always' }).data

/** Returns whether sending and importing are disabled; false while the permission loads. */
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
    onError: (error) => toast({ title: 'Request not sent', message: failureReason(error), tone: 'destructive' }),
  })
  if (!permission || permission.state === 'allowed') return null
  const operator = permission.operator ?? 'the main site'
  return (
    <div className={styles.permission}>
      {permission.state === 'requested' ? (
        <Notice title="Your request is being reviewed">
          <p>
            We have asked the administrator of {operator}. Until they agree, you can write issues, but not send them or import addresses.
          </p>
        </Notice>
      ) : (
        <Notice title="Newsletters are not allowed for this site yet">
          <p>
            {operator} sends this site’s emails. Its administrator must allow newsletters and imports first. Visitors can already subscribe,
            and you can write issues.
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
