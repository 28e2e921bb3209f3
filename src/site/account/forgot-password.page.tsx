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
    <AuthLayout title="Forgotten password" deck="We send a link to your email address. With it you choose a new password.">
      {sentTo === undefined ? (
        <ForgotPasswordForm onSent={setSentTo} />
      ) : (
        <>
          <Notice tone="good" role="status" title="Look into your inbox">
            If there is an account with {sentTo}, a mail with a link is on its way. The link works once, for an hour.
          </Notice>
          <p className="actions">
            <Button variant="quiet" onClick={() => setSentTo(undefined)}>
              Use another address
            </Button>
          </p>
        </>
      )}
      <p className={styles.doorOther}>
        It came back to you?{' '}
        <Link to={paths.signIn()} state={returnState}>
          Sign in
        </Link>
      </p>
    </AuthLayout>
  )
}
