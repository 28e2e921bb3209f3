import { changeEnquiryStatus, ENQUIRY_STATUS_VALUES, type Enquiry } from '#features/enquiries/handling/enquiry-handling.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Field, Options, Select } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { isKnownEnquiryStatus, formatEnquiryStatus } from '#features/enquiries/handling/enquiry-status.policy.ts'
import * as styles from './enquiries.module.css'

const BADGE_VARIANTS = { new: 'default', contacted: 'secondary', completed: 'outline', cancelled: 'destructive' } as const

/** Renders the status as a badge, or an unknown status as plain text. */
export function EnquiryStatusBadge({ status }: { status: string }) {
  return isKnownEnquiryStatus(status) ? <Badge variant={BADGE_VARIANTS[status]}>{formatEnquiryStatus(status)}</Badge> : <>{status}</>
}

/** Form that changes the status; its button is disabled until another status is chosen. */
export function EnquiryStatusForm({ enquiry: { id, status }, onSaved }: { enquiry: Enquiry; onSaved: (enquiry: Enquiry) => void }) {
  const { props, field, isChanged, busy } = useForm({
    start: { status: String(status) },
    toBody: (values) => values.status,
    send: async (newStatus) => (isKnownEnquiryStatus(newStatus) ? await changeEnquiryStatus(id, newStatus) : undefined),
    onDone: (saved) => {
      if (!saved) return
      onSaved(saved)
      toast({ title: 'Status updated' })
    },
    onFailed: () =>
      toast({ title: 'Error updating status', message: 'There was a problem updating the enquiry status.', tone: 'destructive' }),
  })
  return (
    <form {...props} className={styles.enquiryStatus}>
      <Field label="Status">
        {(control) => (
          <Select {...control} {...field('status').input} disabled={busy}>
            <Options of={ENQUIRY_STATUS_VALUES.map((knownStatus) => [knownStatus, formatEnquiryStatus(knownStatus)])} />
            {!isKnownEnquiryStatus(status) && <option value={status}>{status}</option>}
          </Select>
        )}
      </Field>
      <Button type="submit" variant="quiet" disabled={!isChanged} busy={busy} busyLabel="Updating...">
        Update Status
      </Button>
    </form>
  )
}
