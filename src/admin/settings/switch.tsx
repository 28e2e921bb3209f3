import { useId } from 'react'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'

interface SwitchProps {
  label: string
  hint: string
  error?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}

/** On or off, with a sentence on what that does. */
export function Switch({ label, hint, error, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="switch">
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-describedby={classes(`${id}-hint`, error && `${id}-error`)}
        aria-invalid={error ? true : undefined}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`}>{hint}</p>
      {error && (
        <p id={`${id}-error`} className="field-error">
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  )
}
