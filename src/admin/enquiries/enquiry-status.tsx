import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import {
  changeEnquiryStatus,
  ENQUIRY_STATUS_VALUES,
  type Enquiry,
  type EnquiryStatus,
} from '#features/enquiries/enquiry-handling.client.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field, Select } from '#ui/field.tsx'
import { toast } from '#ui/toast-store.ts'
import { isKnownEnquiryStatus, enquiryStatusLabel } from './enquiry-labels.ts'
import * as styles from './enquiries.module.css'

const LOOKS = { new: 'default', contacted: 'secondary', completed: 'outline', cancelled: 'destructive' } as const

/** A status that nobody here knows is plain text. */
export function StatusBadge({ status }: { status: string }) {
  return isKnownEnquiryStatus(status) ? <Badge variant={LOOKS[status]}>{enquiryStatusLabel(status)}</Badge> : <>{status}</>
}

/** The selector of the status; its button waits until another one is chosen. */
export function EnquiryStatusForm({ enquiry: { id, status }, onSaved }: { enquiry: Enquiry; onSaved: (enquiry: Enquiry) => void }) {
  const [chosen, choose] = useState<string>()
  const value = chosen ?? status
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: (next: EnquiryStatus) => changeEnquiryStatus(id, next),
    onSuccess: (saved) => {
      choose(undefined)
      onSaved(saved)
      toast({ title: 'Status updated' })
    },
    onError: () =>
      toast({ title: 'Error updating status', message: 'There was a problem updating the enquiry status.', tone: 'destructive' }),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!saving.isPending && value !== status && isKnownEnquiryStatus(value)) saving.mutate(value)
  }
  return (
    <form className={styles.enquiryStatus} method="post" onSubmit={submit}>
      <Field label="Status">
        {(control) => (
          <Select {...control} name="status" value={value} disabled={saving.isPending} onChange={({ target }) => choose(target.value)}>
            {ENQUIRY_STATUS_VALUES.map((known) => (
              <option key={known} value={known}>
                {enquiryStatusLabel(known)}
              </option>
            ))}
            {!isKnownEnquiryStatus(status) && <option value={status}>{status}</option>}
          </Select>
        )}
      </Field>
      <Button type="submit" variant="quiet" disabled={value === status} busy={saving.isPending} busyLabel="Updating...">
        Update Status
      </Button>
    </form>
  )
}
