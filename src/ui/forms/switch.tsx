import { useId } from 'react'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { FieldError } from './field.tsx'
import * as styles from './switch.module.css'

interface SwitchProps {
  label: string
  /** One sentence on the effect of the switch. */
  hint?: string | undefined
  error?: string | false | undefined
  name?: string | undefined
  /** Value of the form field when it is checked; browsers submit `on` by default. */
  value?: string | number | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Renders an on/off switch as a native checkbox, so that forms can submit it. */
export function Switch({ label, hint, error, name, value, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles.line} data-part="switch">
      <input
        id={id}
        name={name}
        value={value}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-describedby={joinClasses(hint && `${id}-hint`, error && `${id}-error`) || undefined}
        aria-invalid={error ? true : undefined}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint && <p id={`${id}-hint`}>{hint}</p>}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
