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
}

/** Renders a select that calls `onChoose` as soon as a reason is chosen, and then shows the placeholder again. */
export function ReasonSelect<R extends string>({ label, placeholder, reasons, disabled, onChoose }: ReasonSelectProps<R>) {
  return (
    <Select
      aria-label={label}
      className={styles.reject}
      value=""
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
