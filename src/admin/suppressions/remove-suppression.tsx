/** Asks before an address gets mail again, and says what that may bring. */
import { useMutation } from '@tanstack/react-query'
import { removeSuppression, type Suppression } from '#features/suppressions/suppression.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { showEmail } from '#platform/text/shown-email.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'

export function RemoveSuppression({ suppression, onClose }: { suppression: Suppression | undefined; onClose: () => void }) {
  const removing = useMutation({
    networkMode: 'always',
    mutationFn: (id: number) => removeSuppression(id),
    onSuccess: () => toast({ title: 'It gets mail again' }),
    onError: (fault) => toast({ title: 'Address not removed', message: failureReason(fault), tone: 'destructive' }),
    onSettled: onClose,
  })
  return (
    <Confirm
      open={suppression !== undefined}
      question={`Send mail to ${showEmail(suppression?.address ?? '')} again?`}
      confirmLabel="Remove from the list"
      busy={removing.isPending}
      onConfirm={() => suppression && removing.mutate(suppression.id)}
      onCancel={onClose}
    >
      {suppression?.reason === 'complaint'
        ? 'Its reader has called a mail of yours spam. Another complaint harms what all your readers get.'
        : 'If mails come back again, it returns to this list by itself.'}{' '}
      What was held back meanwhile stays in the outbox, where it can be sent again.
    </Confirm>
  )
}
