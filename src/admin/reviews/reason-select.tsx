import { findKey } from '#platform/client/typed-entries.client.ts'
import { Options, Select } from '#ui/forms/field.tsx'
import * as styles from './reviews.module.css'

interface ReasonSelectProps<Reason extends string> {
  /** Accessible name; it says which review or proof is rejected. */
  label: string
  placeholder: string
  /** Labels of the options, by reason. */
  reasons: Record<Reason, string>
  disabled: boolean
  onChoose: (reason: Reason) => void
  /** Name by which shortcuts of the list find the control. */
  action?: string | undefined
}

/** Renders a select that calls `onChoose` as soon as a reason is chosen, and then shows the placeholder again. */
export function ReasonSelect<R extends string>({ label, placeholder, reasons, disabled, onChoose, action }: ReasonSelectProps<R>) {
  return (
    <Select
      aria-label={label}
      className={styles.reject}
      value=""
      data-action={action}
      disabled={disabled}
      onChange={({ target }) => {
        const reason = findKey(reasons, target.value)
        if (reason) onChoose(reason)
      }}
    >
      <option value="">{placeholder}</option>
      <Options of={Object.entries<string>(reasons)} />
    </Select>
  )
}
