import { Navigate, useLocation } from 'react-router'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { SignInForm } from '#features/accounts/sign-in/sign-in-form.tsx'
import { paths } from '#site/paths.ts'
import { useReturnPath } from '#site/shell/header/sign-in-link.tsx'
import { useSite } from '#site/shell/use-site.ts'
import { Link } from '#ui/router/link.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { AuthLayout } from './auth-layout.tsx'
import * as styles from './auth-layout.module.css'

export default function SignInPage() {
  const { features } = useSite()
  const back = useReturnPath()
  const wasReset: unknown = useLocation().state?.isReset
  // After a reload the browser still has the state, and the server never had it.
  const isReset = useMounted() && wasReset === true
  // Also right after signing in: the page one came from is the next.
  if (useSignedIn()) return <Navigate to={back?.from ?? paths.account()} replace />
  return (
    <AuthLayout title="Sign in" deck="Good to see you again.">
      {isReset && (
        <Notice tone="good" role="status">
          Your new password is set. Sign in with it.
        </Notice>
      )}
      <SignInForm forgotTo={paths.forgotPassword()} />
      {features.userAccounts && (
        <p className={styles.doorOther}>
          New here?{' '}
          <Link to={paths.signUp()} state={back}>
            Sign up free
          </Link>
        </p>
      )}
    </AuthLayout>
  )
}
