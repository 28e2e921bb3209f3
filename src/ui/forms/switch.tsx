import { useId } from 'react'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { FieldError } from './field.tsx'
import * as styles from './switch.module.css'

interface SwitchProps {
  label: string
  /** A sentence on what it does. */
  hint?: string | undefined
  error?: string | false | undefined
  name?: string | undefined
  /** What a form without a script sends for it. */
  value?: string | number | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}

/** On or off. A real checkbox, so that a form can send it. */
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
