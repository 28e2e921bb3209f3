/** Renders the sign-in dialog for administrators over the current page. The module is lazy-loaded. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { href } from 'react-router'
import { ApiError } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Link } from '#ui/router/link.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { adminLogin, loadAccountForms } from '#features/accounts/account.client.ts'
import { SecondStepField, UsernameField, type SecondStep } from '#features/accounts/account-field.tsx'
import { findMissingFactor, formatRetryAfter } from '#features/accounts/account-failure.client.ts'
import { PasskeyButton } from '#features/accounts/passkeys/passkey-button.tsx'
import { passkeyAdminLogin } from '#features/accounts/passkeys/passkey.client.ts'
import { PasswordField } from '#features/accounts/passwords/password-field.tsx'
import { storeSession } from '#features/accounts/sessions/signed-in.client.ts'
import * as styles from '#features/accounts/account-form.module.css'

interface AdminLoginProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onDone: () => void
}

export default function AdminLogin({ open, onOpenChange, onDone }: AdminLoginProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Admin Login">
      <LoginForm
        onDone={() => {
          onOpenChange(false)
          onDone()
        }}
        onNavigate={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

function getLoginError(error: Error): string {
  if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 400)) return 'An error occurred during login'
  // Username and password were correct, but the code was not.
  return (error.code === 'auth.code_wrong' && error.serverMessage) || 'Invalid username or password'
}

function LoginForm({ onDone, onNavigate }: { onDone: () => void; onNavigate: () => void }) {
  const queryClient = useQueryClient()
  const [step, setStep] = useState<SecondStep>()
  const [throttleMessage, setThrottleMessage] = useState<string>()
  const finish = () => {
    toast({ title: 'Login successful', message: 'Welcome to the admin dashboard' })
    onDone()
  }
  const login = useForm({
    start: { username: '', password: '', code: '' },
    toBody: ({ username, password, code }) => ({ username, password, ...(step ? { code } : {}) }),
    contract: async () => (await loadAccountForms()).SignInForm,
    send: adminLogin,
    onDone: (session) => {
      storeSession(queryClient, session)
      finish()
    },
    onFailed: (error) => {
      const status = error instanceof ApiError ? error.status : 0
      setThrottleMessage(status === 429 ? `Too many attempts. ${formatRetryAfter((error as ApiError).waitSeconds)}` : undefined)
      const missingFactor = findMissingFactor(error)
      if (missingFactor && !step) {
        setStep(missingFactor)
        login.focus('code')
        return true
      }
      toast({ title: 'Login failed', message: getLoginError(error), tone: 'destructive' })
      login.focus(status === 401 ? (step ? 'code' : 'password') : '')
      return true
    },
  })

  const focusUsername = useEffectEvent(() => login.focus('username'))
  // A timeout is necessary, because the dialog first stores the previous focus and focuses its close button.
  useEffect(() => {
    const timer = setTimeout(() => focusUsername())
    return () => clearTimeout(timer)
  }, [])

  return (
    <>
      <form {...login.props} className={styles.accountForm} aria-label="Admin Login">
        <UsernameField field={login.field('username')} />
        <PasswordField field={login.field('password')} />
        {step && <SecondStepField step={step} field={login.field('code')} />}
        {throttleMessage && (
          <Notice tone="warn" role="alert">
            {throttleMessage}
          </Notice>
        )}
        <Button type="submit" wide busy={login.busy} busyLabel="Logging in...">
          Login
        </Button>
        <p className={styles.accountLinks}>
          <Link to={href('/forgot-password')} onClick={onNavigate}>
            Forgotten password?
          </Link>
        </p>
      </form>
      <PasskeyButton send={passkeyAdminLogin} onDone={finish} />
    </>
  )
}
