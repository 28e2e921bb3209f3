/** The administrator's way in: a dialog over whatever page one is on. Fetched when it is first wanted. */
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
import { missingFactorOf, formatRetryAfter } from '#features/accounts/account-failure.client.ts'
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
        onLeave={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

function reasonOf(fault: Error): string {
  if (!(fault instanceof ApiError) || (fault.status !== 401 && fault.status !== 400)) return 'An error occurred during login'
  // Name and password were right: only the code was not.
  return (fault.code === 'auth.code_wrong' && fault.serverMessage) || 'Invalid username or password'
}

function LoginForm({ onDone, onLeave }: { onDone: () => void; onLeave: () => void }) {
  const queryClient = useQueryClient()
  const [step, setStep] = useState<SecondStep>()
  const [wait, setWait] = useState<string>()
  const welcome = () => {
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
      welcome()
    },
    onFailed: (fault) => {
      const status = fault instanceof ApiError ? fault.status : 0
      setWait(status === 429 ? `Too many attempts. ${formatRetryAfter((fault as ApiError).wait)}` : undefined)
      const asked = missingFactorOf(fault)
      if (asked && !step) {
        setStep(asked)
        login.focus('code')
        return true
      }
      toast({ title: 'Login failed', message: reasonOf(fault), tone: 'destructive' })
      login.focus(status === 401 ? (step ? 'code' : 'password') : '')
      return true
    },
  })

  const begin = useEffectEvent(() => login.focus('username'))
  // The window notes where the keyboard was and begins at its first button, which closes it: after that.
  useEffect(() => {
    const timer = setTimeout(() => begin())
    return () => clearTimeout(timer)
  }, [])

  return (
    <>
      <form {...login.props} className={styles.accountForm} aria-label="Admin Login">
        <UsernameField field={login.field('username')} />
        <PasswordField field={login.field('password')} />
        {step && <SecondStepField step={step} field={login.field('code')} />}
        {wait && (
          <Notice tone="warn" role="alert">
            {wait}
          </Notice>
        )}
        <Button type="submit" wide busy={login.busy} busyLabel="Logging in...">
          Login
        </Button>
        <p className={styles.accountLinks}>
          <Link to={href('/forgot-password')} onClick={onLeave}>
            Forgotten password?
          </Link>
        </p>
      </form>
      <PasskeyButton send={passkeyAdminLogin} onDone={welcome} />
    </>
  )
}
