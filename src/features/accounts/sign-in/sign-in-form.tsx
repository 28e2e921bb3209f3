import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Link } from '#ui/router/link.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { loadAccountForms, signIn } from '#features/accounts/account.client.ts'
import type { Session } from '#features/accounts/sessions/session.client.ts'
import { findMissingFactor } from '#features/accounts/account-failure.client.ts'
import { SecondStepField, UsernameField, type SecondStep } from '#features/accounts/account-field.tsx'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import { PasskeyButton } from '#features/accounts/passkeys/passkey-button.tsx'
import { passkeySignIn } from '#features/accounts/passkeys/passkey.client.ts'
import { PasswordField } from '#features/accounts/passwords/password-field.tsx'
import { storeSession } from '#features/accounts/sessions/signed-in.client.ts'
import * as styles from '#features/accounts/account-form.module.css'

const greet = ({ user }: Session) => toast({ title: 'Signed in', message: `Hello, ${user?.displayName || user?.username}.` })

/** Renders the form to sign in with username or email. For administrators, it also sets the administrator flag of the browser. */
export function SignInForm({ forgotTo }: { forgotTo: string }) {
  const queryClient = useQueryClient()
  const [step, setStep] = useState<SecondStep>()
  const form = useForm({
    start: { username: '', password: '', code: '' },
    toBody: ({ username, password, code }) => ({ username, password, ...(step ? { code } : {}) }),
    contract: async () => (await loadAccountForms()).SignInForm,
    send: signIn,
    onDone: (session) => {
      storeSession(queryClient, session)
      greet(session)
    },
    onFailed: (error) => {
      const missingFactor = findMissingFactor(error)
      if (step || !missingFactor) return false
      setStep(missingFactor)
      form.focus('code')
      return true
    },
  })
  return (
    <>
      <form {...form.props} className={styles.accountForm} aria-label="Sign in">
        <UsernameField label="Username or email" field={form.field('username')} />
        <PasswordField field={form.field('password')} />
        {step && <SecondStepField step={step} field={form.field('code')} />}
        <FormFooter form={form} label="Sign in" busyLabel="Signing in...">
          <span className={styles.accountLinks}>
            <Link to={forgotTo}>Forgotten password?</Link>
          </span>
        </FormFooter>
      </form>
      <PasskeyButton send={passkeySignIn} onDone={greet} />
    </>
  )
}
