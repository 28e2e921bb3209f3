/** Confirms that a post is to be hidden or rejected and asks for an optional reason, which is sent to the author. */
import { useState } from 'react'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { Field, Textarea } from '#ui/forms/field.tsx'

const MAX_REASON_LENGTH = 500

interface ReasonConfirmProps {
  question: string
  confirmLabel: string
  busy: boolean
  /** @param reason the text with single spaces, or undefined if left empty */
  onConfirm: (reason: string | undefined) => void
  onCancel: () => void
}

/** Renders an open dialog; parents mount it to ask and unmount it to close. */
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
          <Textarea {...control} rows={3} maxLength={MAX_REASON_LENGTH} value={reason} onChange={({ target }) => setReason(target.value)} />
        )}
      </Field>
    </Confirm>
  )
}
