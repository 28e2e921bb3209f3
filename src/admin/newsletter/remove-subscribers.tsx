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
  /** Subscribers to remove; the dialog is closed while there are none. */
  subscribers: Subscriber[]
  /** @param doneIds ids of the removed subscribers */
  onDone: (removedIds: ReadonlySet<number>) => void
  onCancel: () => void
}

/** Asks for confirmation and removes subscribers. There is no undo, because the addresses have to be erased. */
export function RemoveSubscribers({ subscribers, onDone, onCancel }: RemoveSubscribersProps) {
  const { count } = useWording()
  const removal = useMutation({
    networkMode: 'always',
    mutationFn: () => settleSequentially(subscribers, ({ id }) => removeSubscriber(id)),
    onSuccess: ({ results, succeededItems, errors }) => {
      onDone(new Set(succeededItems.map(({ id }) => id)))
      if (errors.length > 0) toast({ title: `${count(errors.length, ADMIN_NOUNS.address)} could not be removed`, tone: 'destructive' })
      else toast({ title: results.length === 1 ? 'Address removed' : `${count(results.length, ADMIN_NOUNS.address)} removed` })
    },
  })
  return (
    <Confirm
      open={subscribers.length > 0}
      question={formatQuestion(subscribers, count)}
      confirmLabel="Remove"
      tone="danger"
      busy={removal.isPending}
      onConfirm={() => removal.mutate()}
      onCancel={onCancel}
    >
      This cannot be undone. They receive no newsletter unless they subscribe again. The audit log records the removal without the address.
    </Confirm>
  )
}

const formatQuestion = ([first, ...others]: Subscriber[], count: Wording['count']): string =>
  others.length === 0
    ? `Remove ${showEmail(first?.email ?? '')} from the newsletter?`
    : `Remove ${count(others.length + 1, ADMIN_NOUNS.address)} from the newsletter?`
