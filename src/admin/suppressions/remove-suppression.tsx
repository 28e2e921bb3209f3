/** Asks for confirmation, explains the risk, and removes an address from the suppression list. */
import { useMutation } from '@tanstack/react-query'
import { removeSuppression, type Suppression } from '#features/suppressions/suppression.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { showEmail } from '#platform/text/shown-email.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'

export function RemoveSuppression({ suppression, onClose }: { suppression: Suppression | undefined; onClose: () => void }) {
  const removal = useMutation({
    networkMode: 'always',
    mutationFn: (id: number) => removeSuppression(id),
    onSuccess: () => toast({ title: 'Address removed' }),
    onError: (error) => toast({ title: 'Address not removed', message: failureReason(error), tone: 'destructive' }),
    onSettled: onClose,
  })
  return (
    <Confirm
      open={suppression !== undefined}
      question={`Send email to ${showEmail(suppression?.address ?? '')} again?`}
      confirmLabel="Remove from the list"
      busy={removal.isPending}
      onConfirm={() => suppression && removal.mutate(suppression.id)}
      onCancel={onClose}
    >
      {suppression?.reason === 'complaint'
        ? 'The recipient marked one of your emails as spam. Another complaint can harm the delivery of all your emails.'
        : 'If emails bounce again, the address returns to this list automatically.'}{' '}
      Suppressed emails stay in the outbox, where you can send them again.
    </Confirm>
  )
}
