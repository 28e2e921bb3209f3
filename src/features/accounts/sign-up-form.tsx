import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toast } from '#ui/toast-store.ts'
import { loadAccountForms, signUp } from './account.client.ts'
import { AccountField } from './account-field.tsx'
import { useAccountForm } from './account-form.client.ts'
import { FormEnd } from './form-end.tsx'
import { PasswordField } from './password-field.tsx'
import { takeSession } from './signed-in.client.ts'
import './account-form.css'

/** A new account, signed in at once. `note` says what happens with the data. */
export function SignUpForm({ note }: { note: ReactNode }) {
  const queryClient = useQueryClient()
  const entry = useAccountForm({
    blank: { username: '', email: '', password: '' },
    toBody: (values) => values,
    rules: async () => (await loadAccountForms()).SignUpForm,
    send: signUp,
    onDone: (session) => {
      takeSession(queryClient, session)
      toast({ title: 'Welcome', message: 'Your account is ready and you are signed in.' })
    },
  })
  const { username, email } = entry.values
  return (
    <form className="account-form" ref={entry.form} method="post" noValidate onSubmit={entry.submit} aria-label="Sign up free">
      <AccountField
        label="Username"
        hint="How you appear. Letters, numbers, hyphens and underscores."
        field={entry.field('username')}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <AccountField label="Email" field={entry.field('email')} type="email" inputMode="email" autoComplete="email" spellCheck={false} />
      <PasswordField field={entry.field('password')} chosen={{ own: [username, email] }} />
      <p className="account-note">{note}</p>
      <FormEnd form={entry} label="Sign Up Free" busyLabel="Signing up..." />
    </form>
  )
}
