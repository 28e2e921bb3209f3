import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useForm } from '#platform/client/forms/form.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { loadAccountForms, signUp } from '#features/accounts/account.client.ts'
import { EmailField, UsernameField } from '#features/accounts/account-field.tsx'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import { PasswordField } from '#features/accounts/passwords/password-field.tsx'
import { storeSession } from '#features/accounts/sessions/signed-in.client.ts'
import * as styles from '#features/accounts/account-form.module.css'

/** Renders the form that creates an account and signs in. `note` explains what the data is used for. */
export function SignUpForm({ note }: { note: ReactNode }) {
  const queryClient = useQueryClient()
  const form = useForm({
    start: { username: '', email: '', password: '' },
    toBody: (values) => values,
    contract: async () => (await loadAccountForms()).SignUpForm,
    send: signUp,
    onDone: (session) => {
      storeSession(queryClient, session)
      toast({ title: 'Welcome', message: 'Your account is ready and you are signed in.' })
    },
  })
  const { username, email } = form.values
  return (
    <form {...form.props} className={styles.accountForm} aria-label="Sign up free">
      <UsernameField hint="Shown next to your posts. Letters, numbers, hyphens and underscores." field={form.field('username')} />
      <EmailField field={form.field('email')} />
      <PasswordField field={form.field('password')} strengthCheck={{ guessableWords: [username, email] }} />
      <p data-part="account-note" className={styles.accountNote}>
        {note}
      </p>
      <FormFooter form={form} label="Sign Up Free" busyLabel="Signing up..." />
    </form>
  )
}
