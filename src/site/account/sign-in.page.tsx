import { Navigate, useLocation } from 'react-router'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { SignInForm } from '#features/accounts/sign-in/sign-in-form.tsx'
import { paths } from '#site/paths.ts'
import { useReturnState } from '#site/shell/header/sign-in-link.tsx'
import { useSite } from '#site/shell/use-site.ts'
import { Link } from '#ui/router/link.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { AuthLayout } from './auth-layout.tsx'
import * as styles from './auth-layout.module.css'

export default function SignInPage() {
  const { features } = useSite()
  const returnState = useReturnState()
  const resetState: unknown = useLocation().state?.isReset
  // Read after hydration, because a reloaded page has a history state in the browser but none on the server.
  const isReset = useMounted() && resetState === true
  // Applies to members who open the page, and right after signing in: then it returns them to the page that they came from.
  if (useSignedIn()) return <Navigate to={returnState?.from ?? paths.account()} replace />
  return (
    <AuthLayout title="Sign in" deck="Welcome back.">
      {isReset && (
        <Notice tone="good" role="status">
          Your new password is set. Sign in with it.
        </Notice>
      )}
      <SignInForm forgotTo={paths.forgotPassword()} />
      {features.userAccounts && (
        <p className={styles.doorOther}>
          New here?{' '}
          <Link to={paths.signUp()} state={returnState}>
            Sign up free
          </Link>
        </p>
      )}
    </AuthLayout>
  )
}
