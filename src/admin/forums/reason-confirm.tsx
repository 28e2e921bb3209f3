/** Confirmation with an optional reason for hiding or rejecting a post; the author is notified with that reason. */
import { useState } from 'react'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { Field, Textarea } from '#ui/forms/field.tsx'

const MAX_REASON = 500

interface ReasonConfirmProps {
  question: string
  confirmLabel: string
  busy: boolean
  /** @param reason undefined if empty */
  onConfirm: (reason: string | undefined) => void
  onCancel: () => void
}

/** Mount it to open the dialog. */
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
      <Field label="Reason" hint="Optional. The author sees it if they have an account.">
        {(control) => (
          <Textarea {...control} rows={3} maxLength={MAX_REASON} value={reason} onChange={({ target }) => setReason(target.value)} />
        )}
      </Field>
    </Confirm>
  )
}
