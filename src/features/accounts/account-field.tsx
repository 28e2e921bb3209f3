import type { ComponentProps, ReactNode } from 'react'
import { Field, Input } from '#ui/field.tsx'
import type { FormField } from './account-form.client.ts'

interface AccountFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'name' | 'value' | 'required'> {
  label: string
  hint?: ReactNode
  field: FormField
  optional?: boolean
}

/** One line of an account's form. */
export function AccountField({ label, hint, field, optional, ...rest }: AccountFieldProps) {
  const { name, value, error, onChange } = field
  return (
    <Field label={label} hint={hint} error={error} required={!optional}>
      {(control) => <Input {...rest} {...control} name={name} value={value} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}

/** Six digits from an app, or a recovery code. */
export function CodeField({ field }: { field: FormField }) {
  return (
    <AccountField
      label="One-time code"
      hint="The six digits from your app, or one of your recovery codes."
      field={field}
      autoComplete="one-time-code"
      inputMode="text"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={24}
    />
  )
}
