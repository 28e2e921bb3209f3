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

/** Creates an account and signs in. `note` explains the use of the data. */
export function SignUpForm({ note }: { note: ReactNode }) {
  const queryClient = useQueryClient()
  const entry = useForm({
    start: { username: '', email: '', password: '' },
    toBody: (values) => values,
    contract: async () => (await loadAccountForms()).SignUpForm,
    send: signUp,
    onDone: (session) => {
      storeSession(queryClient, session)
      toast({ title: 'Welcome', message: 'Your account is ready and you are signed in.' })
    },
  })
  const { username, email } = entry.values
  return (
    <form {...entry.props} className={styles.accountForm} aria-label="Sign up free">
      <UsernameField hint="Shown next to your posts. Letters, numbers, hyphens and underscores." field={entry.field('username')} />
      <EmailField field={entry.field('email')} />
      <PasswordField field={entry.field('password')} chosen={{ own: [username, email] }} />
      <p data-part="account-note" className={styles.accountNote}>
        {note}
      </p>
      <FormFooter form={entry} label="Sign Up Free" busyLabel="Signing up..." />
    </form>
  )
}
