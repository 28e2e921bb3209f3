import { useMutation } from '@tanstack/react-query'
import { settleSequentially } from '#admin/settle-sequentially.ts'
import { removeSubscriber, type Subscriber } from '#features/newsletter/subscriber.client.ts'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { showEmail } from '#platform/text/shown-email.client.ts'
import type { Wording } from '#wording/wording.ts'

interface RemoveSubscribersProps {
  /** Those that are asked about; none: nothing is asked. */
  subscribers: Subscriber[]
  /** @param doneIds those that were removed */
  onDone: (doneIds: ReadonlySet<number>) => void
  onCancel: () => void
}

/** Asks first: there is no way back, as the address must really be forgotten. */
export function RemoveSubscribers({ subscribers, onDone, onCancel }: RemoveSubscribersProps) {
  const { count } = useWording()
  const removing = useMutation({
    networkMode: 'always',
    mutationFn: () => settleSequentially(subscribers, ({ id }) => removeSubscriber(id)),
    onSuccess: ({ done, doneItems, faults }) => {
      onDone(new Set(doneItems.map(({ id }) => id)))
      if (faults.length > 0) toast({ title: `${count(faults.length, ADMIN_NOUNS.address)} could not be removed`, tone: 'destructive' })
      else toast({ title: done.length === 1 ? 'Address removed' : `${count(done.length, ADMIN_NOUNS.address)} removed` })
    },
  })
  return (
    <Confirm
      open={subscribers.length > 0}
      question={questionFor(subscribers, count)}
      confirmLabel="Remove"
      tone="danger"
      busy={removing.isPending}
      onConfirm={() => removing.mutate()}
      onCancel={onCancel}
    >
      This cannot be undone. No letter goes there until the owner of the address subscribes again. The audit log notes the removal, without
      the address.
    </Confirm>
  )
}

const questionFor = ([first, ...others]: Subscriber[], count: Wording['count']): string =>
  others.length === 0
    ? `Remove ${showEmail(first?.email ?? '')} from the newsletter?`
    : `Remove ${count(others.length + 1, ADMIN_NOUNS.address)} from the newsletter?`
