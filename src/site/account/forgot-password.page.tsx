import { useState } from 'react'
import { ForgotPasswordForm } from '#features/accounts/passwords/forgot-password-form.tsx'
import { paths } from '#site/paths.ts'
import { useReturnState } from '#site/shell/header/sign-in-link.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Link } from '#ui/router/link.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { AuthLayout } from './auth-layout.tsx'
import * as styles from './auth-layout.module.css'

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const returnState = useReturnState()
  return (
    <AuthLayout title="Forgotten password" deck="We will email you a link to choose a new password.">
      {sentTo === undefined ? (
        <ForgotPasswordForm onSent={setSentTo} />
      ) : (
        <>
          <Notice tone="good" role="status" title="Check your inbox">
            If there is an account with {sentTo}, an email with a link is on its way. The link works once, for an hour.
          </Notice>
          <p className="actions">
            <Button variant="quiet" onClick={() => setSentTo(undefined)}>
              Use another email address
            </Button>
          </p>
        </>
      )}
      <p className={styles.doorOther}>
        Remembered it?{' '}
        <Link to={paths.signIn()} state={returnState}>
          Sign in
        </Link>
      </p>
    </AuthLayout>
  )
}
