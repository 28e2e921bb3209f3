import type { Enquiry } from '#features/enquiries/handling/enquiry-handling.client.ts'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import type { Wording } from '#wording/wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { useEnquiryRemoval } from './use-enquiry-removal.ts'

interface DeleteEnquiriesProps {
  /** Enquiries to delete; the dialog is closed while there are none. */
  enquiries: Pick<Enquiry, 'id' | 'name'>[]
  /** @param doneIds ids of the deleted enquiries */
  onDone: (doneIds: ReadonlySet<number>) => void
  onCancel: () => void
}

/** Asks for confirmation and moves enquiries to the trash. */
export function DeleteEnquiries({ enquiries, onDone, onCancel }: DeleteEnquiriesProps) {
  const { count } = useWording()
  const removal = useEnquiryRemoval(onDone)
  return (
    <Confirm
      open={enquiries.length > 0}
      question={formatQuestion(enquiries, count)}
      confirmLabel="Delete"
      tone="danger"
      busy={removal.isPending}
      onConfirm={() => removal.mutate(enquiries)}
      onCancel={onCancel}
    >
      You can restore them from the trash for 30 days. After that, names, messages and contact details are permanently deleted.
    </Confirm>
  )
}

const formatQuestion = ([first, ...others]: Pick<Enquiry, 'name'>[], count: Wording['count']): string =>
  others.length === 0
    ? `Are you sure you want to delete the enquiry from ${first?.name ?? ''}?`
    : `Are you sure you want to delete ${count(others.length + 1, ADMIN_NOUNS.enquiry)}?`
