import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ResetPasswordForm } from '#features/accounts/passwords/reset-password-form.tsx'
import { endOwnSession } from '#features/accounts/sessions/signed-in.client.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { AuthLayout } from './auth-layout.tsx'

const SHORTEST_TOKEN = 20

/** The token stands behind the #: it reaches no server and no log before the form is sent. */
export default function ResetPasswordPage() {
  const { hash } = useLocation()
  const hydrated = useMounted()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isStale, setStale] = useState(false)
  const token = hash.slice(1)

  const goToSignIn = () => {
    // The server has ended every session of the account.
    endOwnSession(queryClient)
    void navigate(paths.signIn(), { replace: true, state: { isReset: true } })
  }

  return (
    <AuthLayout title="Choose a new password">
      {!hydrated || (token.length >= SHORTEST_TOKEN && !isStale) ? (
        <ResetPasswordForm token={token} onDone={goToSignIn} onStale={() => setStale(true)} />
      ) : (
        <>
          <Notice tone="bad" role="alert" title="This link does not work">
            It may have been used, or it is older than an hour. Ask for a new one.
          </Notice>
          <p className="actions">
            <ButtonLink to={paths.forgotPassword()}>Ask for a new link</ButtonLink>
          </p>
        </>
      )}
    </AuthLayout>
  )
}
