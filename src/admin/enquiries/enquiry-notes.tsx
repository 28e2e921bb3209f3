import { VersionConflict } from '#features/drafts/version-conflict.tsx'
import { FormDraft } from '#features/drafts/form-draft.tsx'
import { changeEnquiryNotes, type Enquiry } from '#features/enquiries/handling/enquiry-handling.client.ts'
import { useForm, type Form } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Textarea } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from './enquiries.module.css'

const LABELS = { notes: 'Notes' }

interface EnquiryNotes {
  notes: string
}

/** Creates the state of the notes form. The panel calls it, because it has to ask before closing with unsaved notes. */
export const useEnquiryNotes = ({ id, notes, version }: Enquiry, onSaved: (enquiry: Enquiry) => void): Form<EnquiryNotes> =>
  useForm({
    start: { notes: notes ?? '' },
    toBody: (values) => values.notes,
    version,
    send: (input, readVersion) => changeEnquiryNotes(id, input, readVersion),
    onDone: (saved) => {
      onSaved(saved)
      toast({ title: 'Notes updated' })
    },
    onFailed: () =>
      toast({ title: 'Error updating notes', message: 'There was a problem updating the enquiry notes.', tone: 'destructive' }),
  })

/** Form for internal notes, which only administrators see; they are stored separately from the customer's message. */
export function EnquiryNotesForm({ form, enquiryId }: { form: Form<EnquiryNotes>; enquiryId: number }) {
  const { props, field, isChanged, busy } = form
  const { input, error } = field('notes')
  return (
    <form {...props} className={styles.enquiryNotes}>
      <FormDraft form={form} name="enquiry-notes" subject={enquiryId} />
      <VersionConflict form={form} toValues={(current: Enquiry) => ({ notes: current.notes ?? '' })} fields={LABELS} />
      <Field label={LABELS.notes} hint="Only administrators can see these notes." error={error}>
        {(control) => <Textarea {...control} {...input} rows={4} readOnly={busy} />}
      </Field>
      <Button type="submit" variant="quiet" disabled={!isChanged} busy={busy} busyLabel="Saving...">
        Save Notes
      </Button>
    </form>
  )
}
