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

const MIN_TOKEN_LENGTH = 20

/** Reads the token from the URL's fragment, so that it is not sent to the server before the form is submitted. */
export default function ResetPasswordPage() {
  const { hash } = useLocation()
  const isMounted = useMounted()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isStale, setStale] = useState(false)
  const token = hash.slice(1)

  const goToSignIn = () => {
    // The server has ended all sessions of the account, so the one in this browser is ended too.
    endOwnSession(queryClient)
    void navigate(paths.signIn(), { replace: true, state: { isReset: true } })
  }

  return (
    <AuthLayout title="Choose a new password">
      {!isMounted || (token.length >= MIN_TOKEN_LENGTH && !isStale) ? (
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
