import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { changeEnquiryNotes, type Enquiry } from '#features/enquiries/enquiry-handling.client.ts'
import { ApiError } from '#platform/api.client.ts'
import { Button } from '#ui/button.tsx'
import { Field, Textarea } from '#ui/field.tsx'
import { toast } from '#ui/toast-store.ts'
import * as styles from './enquiries.module.css'

interface EnquiryNotesFormProps {
  enquiry: Enquiry
  /** What is being typed; the panel keeps it, because it must not close over it. */
  typed: string
  onType: (notes: string) => void
  onSaved: (enquiry: Enquiry) => void
}

/** The administrators' own notes. What the customer wrote stands beside them and stays. */
export function EnquiryNotesForm({ enquiry: { id, notes }, typed, onType, onSaved }: EnquiryNotesFormProps) {
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: () => changeEnquiryNotes(id, typed),
    onSuccess: (saved) => {
      onSaved(saved)
      toast({ title: 'Notes updated' })
    },
    onError: () =>
      toast({ title: 'Error updating notes', message: 'There was a problem updating the enquiry notes.', tone: 'destructive' }),
  })
  const wrong = saving.error instanceof ApiError ? saving.error.errors.find(({ path }) => path === 'notes')?.message : undefined
  const isChanged = typed !== (notes ?? '')
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isChanged && !saving.isPending) saving.mutate()
  }
  return (
    <form className={styles.enquiryNotes} method="post" noValidate onSubmit={submit}>
      <Field label="Notes" hint="For you and the other administrators. The customer does not see them." error={wrong}>
        {(control) => (
          <Textarea
            {...control}
            name="notes"
            rows={4}
            readOnly={saving.isPending}
            value={typed}
            onChange={({ target }) => {
              saving.reset()
              onType(target.value)
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="quiet" disabled={!isChanged} busy={saving.isPending} busyLabel="Saving...">
        Save Notes
      </Button>
    </form>
  )
}
