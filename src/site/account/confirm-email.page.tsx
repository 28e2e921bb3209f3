import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { emailLinkQuery } from '#features/accounts/account.client.ts'
import { formatReason } from '#features/accounts/account-failure.client.ts'
import { ConfirmEmailForm } from '#features/accounts/profile/email/confirm-email-form.tsx'
import { endOwnSession } from '#features/accounts/sessions/signed-in.client.ts'
import { ApiError } from '#platform/client/api.client.ts'
import { showEmail } from '#platform/text/shown-email.client.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { AuthLayout } from './auth-layout.tsx'
import * as styles from './auth-layout.module.css'

const MIN_TOKEN_LENGTH = 20

/**
 * Confirms an email address. The link also works in a browser where the member is not signed in. The token is in the URL's fragment, so that
 * it does not appear in server logs.
 */
export default function ConfirmEmailPage() {
  const token = useLocation().hash.slice(1)
  const isMounted = useMounted()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [confirmedEmail, setConfirmedEmail] = useState<string>()
  const hasToken = token.length >= MIN_TOKEN_LENGTH
  const link = useQuery({
    ...emailLinkQuery(token),
    enabled: isMounted && hasToken,
    retry: false,
    staleTime: Infinity,
  })
  const isStale = isMounted && (!hasToken || (link.error instanceof ApiError && [400, 404].includes(link.error.status)))

  const goToSignIn = () => {
    if (link.data?.isSignedIn) endOwnSession(queryClient)
    void navigate(paths.signIn(), { replace: true, state: { isReset: true } })
  }

  if (confirmedEmail !== undefined || isStale) {
    return (
      <AuthLayout title="Confirm your email">
        {confirmedEmail === undefined ? (
          <Notice tone="bad" role="alert" title="This link does not work">
            It has already been used, is older than a week, or is incomplete. Copy the whole link from the email.
          </Notice>
        ) : (
          <Notice tone="good" role="status" title="Your email is confirmed">
            We will send your email to {showEmail(confirmedEmail)} from now on.
          </Notice>
        )}
        <p className="actions">
          <ButtonLink variant="quiet" to={paths.home()}>
            Go to the home page
          </ButtonLink>
        </p>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      title="Confirm your email"
      deck={link.data?.isSignedIn ? `Confirm that ${link.data.email} is the address of your account "${link.data.username}".` : undefined}
    >
      {link.data ? (
        <ConfirmEmailForm token={token} link={link.data} onConfirmed={setConfirmedEmail} onPasswordSet={goToSignIn} />
      ) : link.error ? (
        <Notice tone="bad" role="alert">
          {formatReason(link.error)}
        </Notice>
      ) : (
        <Skeleton className={styles.doorWaiting} />
      )}
      <noscript>
        <Notice>This page needs JavaScript.</Notice>
      </noscript>
      <LateNotice what="This page" />
    </AuthLayout>
  )
}
