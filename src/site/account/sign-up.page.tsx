import { Navigate } from 'react-router'
import { SignUpForm } from '#features/accounts/sign-in/sign-up-form.tsx'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { paths } from '#site/paths.ts'
import { NotFoundPage } from '#site/shell/not-found.tsx'
import { useReturnState } from '#site/shell/header/sign-in-link.tsx'
import { useSite } from '#site/shell/use-site.ts'
import { Link } from '#ui/router/link.tsx'
import { AuthLayout } from './auth-layout.tsx'
import * as styles from './auth-layout.module.css'

export default function SignUpPage() {
  const { features } = useSite()
  const returnState = useReturnState()
  const user = useSignedIn()
  if (!features.userAccounts) return <NotFoundPage />
  if (user) return <Navigate to={returnState?.from ?? paths.user(user.id)} replace />
  return (
    <AuthLayout title="Sign up free" deck="A name, an email address and a password. No fee, no sales calls." hasBenefits>
      <SignUpForm
        note={
          <>
            Your email address is never shown publicly. Read <Link to={paths.about('privacy')}>what we store and for how long</Link> and the{' '}
            <Link to={paths.about('guidelines')}>community guidelines</Link>.
          </>
        }
      />
      <p className={styles.doorOther}>
        Already have an account?{' '}
        <Link to={paths.signIn()} state={returnState}>
          Sign in
        </Link>
      </p>
    </AuthLayout>
  )
}
