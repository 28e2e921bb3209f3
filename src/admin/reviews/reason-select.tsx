import { findKey } from '#platform/client/typed-entries.client.ts'
import { Options, Select } from '#ui/forms/field.tsx'
import * as styles from './reviews.module.css'

interface ReasonSelectProps<R extends string> {
  /** Accessible name, which names the review. */
  label: string
  placeholder: string
  /** Labels by reason. */
  reasons: Record<R, string>
  disabled: boolean
  onChoose: (reason: R) => void
}

/** Select that rejects an item as soon as a reason is chosen. */
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
