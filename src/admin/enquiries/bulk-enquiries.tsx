import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { settleSequentially } from '#admin/settle-sequentially.ts'
import { ListSelect } from '#admin/list/list-filters.tsx'
import { changeEnquiryStatus, type EnquiryStatus } from '#features/enquiries/handling/enquiry-handling.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { BulkBar } from '#ui/lists/toolbar.tsx'
import { ENQUIRY_STATUS_LABELS } from '#features/enquiries/handling/enquiry-status.policy.ts'

interface BulkEnquiriesProps {
  ids: number[]
  onDone: () => void
  onDelete: () => void
}

/** Renders the actions on the selected enquiries: setting a status and deleting. */
export function BulkEnquiries({ ids, onDone, onDelete }: BulkEnquiriesProps) {
  const [status, setStatus] = useState<EnquiryStatus>()
  const statusChange = useMutation({
    networkMode: 'always',
    mutationFn: (status: EnquiryStatus) => settleSequentially(ids, (id) => changeEnquiryStatus(id, status)),
    onSuccess: ({ errors }) => {
      if (errors.length > 0) {
        toast({ title: 'Error updating status', message: 'There was a problem updating the enquiry status.', tone: 'destructive' })
        return
      }
      toast({ title: 'Status updated' })
      onDone()
    },
  })
  return (
    <BulkBar count={ids.length} onClear={onDone}>
      <ListSelect label="New status" allLabel="Choose a status" options={ENQUIRY_STATUS_LABELS} value={status} onChoose={setStatus} />
      <Button
        size="s"
        disabled={!status}
        busy={statusChange.isPending}
        busyLabel="Setting..."
        onClick={() => status && statusChange.mutate(status)}
      >
        Set status
      </Button>
      <Button variant="danger" size="s" disabled={statusChange.isPending} onClick={onDelete}>
        Delete
      </Button>
    </BulkBar>
  )
}
