import { useId, type ComponentProps, type ReactNode } from 'react'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import * as styles from './field.module.css'

/** Props that associate a control with its label, hint and error. Spread them on the control. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  required: boolean | undefined
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** Error message; empty or absent when the field is valid. */
  error?: ReactNode
  required?: boolean | undefined
  /** Whether the field has several controls. The label is then a span, and the group refers to it with `aria-labelledby="{id}-label"`. */
  group?: boolean | undefined
  className?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** Renders the label, hint, control and error of one form field, associated by ids. The label's id is `{id}-label`. */
export function Field({ label, hint, error, required, group, className, children }: FieldProps) {
  const id = useId()
  const describedBy = joinClasses(hint ? `${id}-hint` : null, error ? `${id}-error` : null)
  const labelText = (
    <>
      {label}
      {required && <span aria-hidden="true"> *</span>}
    </>
  )
  return (
    <div className={joinClasses(styles.field, className)} data-part="field">
      {group ? (
        <span id={`${id}-label`} className={styles.label}>
          {labelText}
        </span>
      ) : (
        <label id={`${id}-label`} className={styles.label} htmlFor={id}>
          {labelText}
        </label>
      )}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        required: required || undefined,
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

interface FieldErrorProps {
  id: string
  role?: 'alert' | undefined
  children: ReactNode
}

/** Renders an error message below a field. */
export const FieldError = ({ children, ...rest }: FieldErrorProps) => (
  <p {...rest} className={styles.error} data-part="field-error">
    <Icon name="alert" />
    {children}
  </p>
)

/** Renders a single-line text input. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" dir="auto" {...rest} className={joinClasses('control', className)} />
}

/** Renders a multi-line text input, by default five lines high. */
export function Textarea({ className, rows = 5, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} dir="auto" {...rest} className={joinClasses('control', className)} />
}

/** Renders the options of a `Select` from pairs of value and text. */
export const Options = ({ of }: { of: readonly (readonly [value: string | number, text: string | number])[] }) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))

/** Renders a styled native select. `className` is set on the wrapper. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={joinClasses(styles.select, className)} data-part="select">
      <select {...rest} className="control" />
      <Icon name="chevron-down" />
    </span>
  )
}
