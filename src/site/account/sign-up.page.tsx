import { Navigate } from 'react-router'
import { SignUpForm } from '#features/accounts/sign-up-form.tsx'
import { useSignedIn } from '#features/accounts/signed-in.client.ts'
import { paths } from '#site/paths.ts'
import { NotFoundPage } from '#site/shell/not-found.tsx'
import { useWayBack } from '#site/shell/sign-in-link.tsx'
import { useSite } from '#site/shell/use-site.ts'
import { Link } from '#ui/link.tsx'
import { DoorFrame } from './door-frame.tsx'

export default function SignUpPage() {
  const { features } = useSite()
  const back = useWayBack()
  const user = useSignedIn()
  if (!features.userAccounts) return <NotFoundPage />
  if (user) return <Navigate to={back?.from ?? paths.user(user.id)} replace />
  return (
    <DoorFrame title="Sign up free" deck="A name, an email address and a password. No fee, no sales calls." benefits>
      <SignUpForm
        note={
          <>
            Your email address is shown to nobody. Read <Link to={paths.about('privacy')}>what we store and for how long</Link> and the{' '}
            <Link to={paths.about('guidelines')}>community guidelines</Link>.
          </>
        }
      />
      <p className="door-other">
        You have an account?{' '}
        <Link to={paths.signIn()} state={back}>
          Sign in
        </Link>
      </p>
    </DoorFrame>
  )
}
