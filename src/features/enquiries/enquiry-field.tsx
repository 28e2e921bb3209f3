import type { FormField } from '#platform/client/forms/form.client.ts'
import { Field, Input, Textarea } from '#ui/forms/field.tsx'
import type { EnquiryValues } from './enquiry-check.client.ts'
import * as styles from './enquiry-form.module.css'

interface EnquiryFieldProps {
  name: keyof EnquiryValues
  field: FormField
  onFocus: () => void
}

/** Label, hint, number of rows (0 for a single line) and input attributes of each field. */
const FIELDS = {
  name: { label: 'Name', hint: undefined, rows: 0, inputProps: { autoComplete: 'name' } },
  email: {
    label: 'Email',
    hint: undefined,
    rows: 0,
    inputProps: { type: 'email', inputMode: 'email', autoComplete: 'email', spellCheck: false },
  },
  phone: { label: 'Phone', hint: undefined, rows: 0, inputProps: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } },
  address: {
    label: 'Address',
    hint: 'Where it would be installed or delivered.',
    rows: 3,
    inputProps: { autoComplete: 'street-address' },
  },
  notes: {
    label: 'Notes (optional)',
    hint: 'Anything that helps, such as your roof, your meter or when we can call you.',
    rows: 5,
    inputProps: { autoComplete: 'off' },
  },
} as const

export function EnquiryField({ name, field: { input, error }, onFocus }: EnquiryFieldProps) {
  const { label, hint, rows, inputProps } = FIELDS[name]
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={name !== 'notes'}
      className={name === 'email' || name === 'phone' ? styles.enquiryBeside : undefined}
    >
      {(control) => {
        const controlProps = { ...control, ...inputProps, ...input, onFocus }
        return rows > 0 ? <Textarea {...controlProps} rows={rows} /> : <Input {...controlProps} />
      }}
    </Field>
  )
}
