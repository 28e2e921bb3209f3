import type { FormField } from '#platform/client/forms/form.client.ts'
import { Field, Input, Textarea } from '#ui/forms/field.tsx'
import type { EnquiryValues } from './enquiry-check.client.ts'
import * as styles from './enquiry-form.module.css'

interface EnquiryFieldProps {
  name: keyof EnquiryValues
  field: FormField
  onFocus: () => void
}

/** What a field is called, what it hints at, and how a phone's keyboard and the browser's memory help with it. */
const LOOKS = {
  name: { label: 'Name', hint: undefined, rows: 0, help: { autoComplete: 'name' } },
  email: {
    label: 'Email',
    hint: undefined,
    rows: 0,
    help: { type: 'email', inputMode: 'email', autoComplete: 'email', spellCheck: false },
  },
  phone: { label: 'Phone', hint: undefined, rows: 0, help: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } },
  address: {
    label: 'Address',
    hint: 'Where it would be fitted or delivered.',
    rows: 3,
    help: { autoComplete: 'street-address' },
  },
  notes: {
    label: 'Notes (optional)',
    hint: 'Anything that helps: your roof, your meter, when you can be called.',
    rows: 5,
    help: { autoComplete: 'off' },
  },
} as const

export function EnquiryField({ name, field: { input, error }, onFocus }: EnquiryFieldProps) {
  const { label, hint, rows, help } = LOOKS[name]
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={name !== 'notes'}
      className={name === 'email' || name === 'phone' ? styles.enquiryBeside : undefined}
    >
      {(control) => {
        const shared = { ...control, ...help, ...input, onFocus }
        return rows > 0 ? <Textarea {...shared} rows={rows} /> : <Input {...shared} />
      }}
    </Field>
  )
}
