import type { Enquiry } from '#features/enquiries/handling/enquiry-handling.client.ts'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import type { Wording } from '#wording/wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { useEnquiryRemoval } from './use-enquiry-removal.ts'

interface DeleteEnquiriesProps {
  /** Those that are asked about; none: nothing is asked. */
  enquiries: Pick<Enquiry, 'id' | 'name'>[]
  /** @param doneIds those that were deleted */
  onDone: (doneIds: ReadonlySet<number>) => void
  onCancel: () => void
}

/** Asks, and moves them to the trash. */
export function DeleteEnquiries({ enquiries, onDone, onCancel }: DeleteEnquiriesProps) {
  const { count } = useWording()
  const deleting = useEnquiryRemoval(onDone)
  return (
    <Confirm
      open={enquiries.length > 0}
      question={questionFor(enquiries, count)}
      confirmLabel="Delete"
      tone="danger"
      busy={deleting.isPending}
      onConfirm={() => deleting.mutate(enquiries)}
      onCancel={onCancel}
    >
      What is deleted can be brought back from the trash for thirty days. After that, nothing is left of who asked, what they wrote and how
      to reach them.
    </Confirm>
  )
}

const questionFor = ([first, ...others]: Pick<Enquiry, 'name'>[], count: Wording['count']): string =>
  others.length === 0
    ? `Are you sure you want to delete the enquiry of ${first?.name ?? ''}?`
    : `Are you sure you want to delete ${count(others.length + 1, ADMIN_NOUNS.enquiry)}?`
