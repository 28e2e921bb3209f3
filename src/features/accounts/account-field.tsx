import type { ComponentProps, ReactNode } from 'react'
import type { FormField } from '#platform/form.client.ts'
import { Field, Input } from '#ui/field.tsx'

interface AccountFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'name' | 'value' | 'required'> {
  label: string
  hint?: ReactNode
  field: FormField
  optional?: boolean
}

/** One line of an account's form. */
export function AccountField({ label, hint, field: { input, error }, optional, ...rest }: AccountFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={!optional}>
      {(control) => <Input {...rest} {...control} {...input} />}
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
      maxLength={60}
    />
  )
}
