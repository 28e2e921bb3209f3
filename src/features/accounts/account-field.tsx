import type { ComponentProps, ReactNode } from 'react'
import type { FormField } from '#platform/client/forms/form.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'
import { Notice } from '#ui/states/notice.tsx'

interface AccountFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'name' | 'value' | 'required'> {
  label: string
  hint?: ReactNode
  field: FormField
  optional?: boolean
}

export function AccountField({ label, hint, field: { input, error }, optional, ...inputProps }: AccountFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={!optional}>
      {(control) => <Input {...inputProps} {...control} {...input} />}
    </Field>
  )
}

type NamedFieldProps = Pick<AccountFieldProps, 'hint' | 'field'> & Partial<Pick<AccountFieldProps, 'label'>>

/** Renders a username input with autofill and without autocorrection. */
export const UsernameField = ({ label = 'Username', ...fieldProps }: NamedFieldProps) => (
  <AccountField label={label} {...fieldProps} autoComplete="username" autoCapitalize="none" autoCorrect="off" spellCheck={false} />
)

export const EmailField = ({ label = 'Email', ...fieldProps }: NamedFieldProps) => (
  <AccountField label={label} {...fieldProps} type="email" inputMode="email" autoComplete="email" spellCheck={false} />
)

/** The second factor that sign-in requires after a correct password. A recovery code replaces both kinds. */
export type SecondStep = 'code' | 'passkey'

export function SecondStepField({ step, field }: { step: SecondStep; field: FormField }) {
  return (
    <>
      {step === 'passkey' && (
        <Notice role="status">This account also requires a passkey. Sign in with it below, or use one of your recovery codes.</Notice>
      )}
      <AccountField
        label={step === 'passkey' ? 'Recovery code' : 'One-time code'}
        hint={
          step === 'passkey'
            ? 'Use one if you do not have your passkey. Each code works once.'
            : 'The six digits from your app, or one of your recovery codes.'
        }
        field={field}
        autoComplete={step === 'passkey' ? 'off' : 'one-time-code'}
        inputMode="text"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
      />
    </>
  )
}
