/** Asks before a post is hidden or turned away, and why: whoever wrote it is told in these words. */
import { useState } from 'react'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { Field, Textarea } from '#ui/forms/field.tsx'

const MAX_REASON = 500

interface ReasonConfirmProps {
  question: string
  confirmLabel: string
  busy: boolean
  /** @param reason undefined when nothing was typed */
  onConfirm: (reason: string | undefined) => void
  onCancel: () => void
}

/** Rendered while it asks. */
export function ReasonConfirm({ question, confirmLabel, busy, onConfirm, onCancel }: ReasonConfirmProps) {
  const [reason, setReason] = useState('')
  return (
    <Confirm
      open
      question={question}
      confirmLabel={confirmLabel}
      tone="danger"
      busy={busy}
      onConfirm={() => onConfirm(reason.replace(/\s+/g, ' ').trim() || undefined)}
      onCancel={onCancel}
    >
      <Field label="Reason" hint="Whoever wrote it reads this. It may stay empty. Visitors without an account are not told.">
        {(control) => (
          <Textarea {...control} rows={3} maxLength={MAX_REASON} value={reason} onChange={({ target }) => setReason(target.value)} />
        )}
      </Field>
    </Confirm>
  )
}
