import { useId } from 'react'
import { FormDraft } from '#features/drafts/form-draft.tsx'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, FieldError, Textarea } from '#ui/forms/field.tsx'
import { saveBookmark, type Bookmark } from './bookmark.client.ts'
import { BOOKMARK_NOTE_MAX } from './bookmark-limits.policy.ts'
import * as styles from './bookmark-button.module.css'

interface NoteFormProps {
  bookmark: Bookmark
  onSaved: (bookmark: Bookmark) => void
  onCancel: () => void
}

/** Form for the note of a bookmark. Unsaved input is stored as a draft. */
export function NoteForm({ bookmark: { kind, id, note }, onSaved, onCancel }: NoteFormProps) {
  const errorId = useId()
  const form = useForm({
    start: { note },
    toBody: (values) => ({ kind, id, note: values.note.trim() }),
    send: saveBookmark,
    onDone: onSaved,
  })
  return (
    <form {...form.props} className={styles.noteForm}>
      <FormDraft form={form} name="bookmark-note" subject={`${kind} ${id}`} />
      <Field label="Note" hint="Only you can see it." error={form.errors.note}>
        {(control) => <Textarea {...control} {...form.field('note').input} maxLength={BOOKMARK_NOTE_MAX} rows={3} />}
      </Field>
      {form.problem && (
        <FieldError id={errorId} role="alert">
          <span>The note could not be saved: {form.problem.message}</span>
        </FieldError>
      )}
      <div className="actions">
        <Button type="submit" size="s" busy={form.busy} busyLabel="Saving...">
          Save note
        </Button>
        <Button
          variant="quiet"
          size="s"
          onClick={() => {
            form.reset()
            onCancel()
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}
