import { useId, type ComponentProps, type ReactNode } from 'react'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import * as styles from './field.module.css'

/** What a control needs to belong to its field: spread it on the control. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  required: boolean | undefined
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** The message of what is wrong; empty or missing means nothing is. */
  error?: ReactNode
  required?: boolean | undefined
  /** Of several controls: the label names the group, which takes `{id}-label`, and stands for none of them. */
  group?: boolean | undefined
  className?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** Label, hint, control and error of one form field, tied together by ids. The label's id is `{id}-label`. */
export function Field({ label, hint, error, required, group, className, children }: FieldProps) {
  const id = useId()
  const described = joinClasses(hint ? `${id}-hint` : null, error ? `${id}-error` : null)
  const words = (
    <>
      {label}
      {required && <span aria-hidden="true"> *</span>}
    </>
  )
  return (
    <div className={joinClasses(styles.field, className)} data-part="field">
      {group ? (
        <span id={`${id}-label`} className={styles.label}>
          {words}
        </span>
      ) : (
        <label id={`${id}-label`} className={styles.label} htmlFor={id}>
          {words}
        </label>
      )}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described || undefined,
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

/** What is wrong with a field, below it. */
export const FieldError = ({ children, ...rest }: FieldErrorProps) => (
  <p {...rest} className={styles.error} data-part="field-error">
    <Icon name="alert" />
    {children}
  </p>
)

/** One line of text. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" dir="auto" {...rest} className={joinClasses('control', className)} />
}

/** Several lines of text; the reader can make it taller. */
export function Textarea({ className, rows = 5, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} dir="auto" {...rest} className={joinClasses('control', className)} />
}

/** The options of a select: value and text of each. */
export const Options = ({ of }: { of: readonly (readonly [value: string | number, text: string | number])[] }) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))

/** The browser's own select in our clothes. `className` goes to the box around it. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={joinClasses(styles.select, className)} data-part="select">
      <select {...rest} className="control" />
      <Icon name="chevron-down" />
    </span>
  )
}
