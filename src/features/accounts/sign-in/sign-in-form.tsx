import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#platform/api.client.ts'
import { useForm } from '#platform/form.client.ts'
import { Link } from '#ui/link.tsx'
import { toast } from '#ui/toast-store.ts'
import { loadAccountForms, signIn } from '#features/accounts/account.client.ts'
import { AccountField, CodeField } from '#features/accounts/account-field.tsx'
import { FormEnd } from '#features/accounts/form-footer.tsx'
import { PasswordField } from '#features/accounts/passwords/password-field.tsx'
import { storeSession } from '#features/accounts/sessions/signed-in.client.ts'
import * as styles from '#features/accounts/account-form.module.css'

/** Signing in with the username or the email address. An administrator becomes one in this browser too. */
export function SignInForm({ forgotTo }: { forgotTo: string }) {
  const queryClient = useQueryClient()
  const [asksCode, setAsksCode] = useState(false)
  const entry = useForm({
    start: { username: '', password: '', code: '' },
    toBody: ({ username, password, code }) => ({ username, password, ...(asksCode ? { code } : {}) }),
    contract: async () => (await loadAccountForms()).SignInForm,
    send: signIn,
    onDone: (session) => {
      storeSession(queryClient, session)
      toast({ title: 'Signed in', message: `Hello, ${session.user?.displayName || session.user?.username}.` })
    },
    onFailed: (fault) => {
      if (asksCode || !(fault instanceof ApiError) || fault.code !== 'auth.code_needed') return false
      setAsksCode(true)
      entry.focus('code')
      return true
    },
  })
  return (
    <form {...entry.props} className={styles.accountForm} aria-label="Sign in">
      <AccountField
        label="Username or email"
        field={entry.field('username')}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <PasswordField field={entry.field('password')} />
      {asksCode && <CodeField field={entry.field('code')} />}
      <FormEnd form={entry} label="Sign in" busyLabel="Signing in...">
        <span className={styles.accountLinks}>
          <Link to={forgotTo}>Forgotten password?</Link>
        </span>
      </FormEnd>
    </form>
  )
}
