import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { storeSession, useIsAdmin } from '#features/accounts/sessions/signed-in.client.ts'
import { claimQuery } from '#features/deployment/claims/claim.client.ts'
import { getClaimStage } from '#features/sites/claim-stage.policy.ts'
import { siteQuery } from '#features/sites/site.client.ts'
import { AuthLayout } from '#site/account/auth-layout.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { ClaimForm } from './claim-form.tsx'

const MIN_TOKEN_LENGTH = 20

/**
 * Creates the first administrator of a tenant site. Reads the token from the URL's fragment, so that it is not sent to the server before the
 * form is submitted.
 */
export default function ClaimPage() {
  const { hash } = useLocation()
  const { name: siteName } = useSite()
  const isMounted = useMounted()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isStale, setStale] = useState(false)
  const claim = useQuery(claimQuery())
  const token = hash.slice(1)

  if (claim.isPending) return <ClaimLayout siteName={siteName}>{<Spinner />}</ClaimLayout>
  if (claim.isError) {
    return (
      <ClaimLayout siteName={siteName}>
        <Notice tone="bad" role="alert" title="This page could not be loaded">
          We could not check whether this site has been claimed.
        </Notice>
        <p className="actions">
          <Button onClick={() => void claim.refetch()}>Try again</Button>
        </p>
      </ClaimLayout>
    )
  }
  if (claim.data.state === 'closed') {
    return (
      <ClaimLayout siteName={siteName}>
        <Notice tone="info" title="This site has already been claimed">
          A site can be claimed only once. If you claimed it, sign in.
        </Notice>
        <NextSteps />
      </ClaimLayout>
    )
  }
  if (isMounted && (isStale || token.length < MIN_TOKEN_LENGTH)) {
    return (
      <ClaimLayout siteName={siteName}>
        <Notice tone="bad" role="alert" title="This link does not work">
          It may have been used already, or it is incomplete. Copy the whole link from the page where the site was deployed.
        </Notice>
        <NextSteps />
      </ClaimLayout>
    )
  }
  const { until: claimableUntil } = claim.data
  if (isMounted && claimableUntil && getClaimStage(claimableUntil) === 'over') {
    return (
      <ClaimLayout siteName={siteName}>
        <Notice tone="warn" title="The time to claim this site has expired">
          It ended on <ShortTime date={claimableUntil} end="," /> and the site is being retired. The operator can restore it with a new
          link.
        </Notice>
        <NextSteps />
      </ClaimLayout>
    )
  }
  return (
    <ClaimLayout
      siteName={siteName}
      deck={
        <>
          Choose a username and password. You become the administrator and go straight to the back-office.
          {claimableUntil && (
            <>
              {' '}
              The link works until <ShortTime date={claimableUntil} end="." />
            </>
          )}
        </>
      }
    >
      <ClaimForm
        token={token}
        onStale={() => setStale(true)}
        onDone={(session) => {
          storeSession(queryClient, session)
          // Removes the claim from the cached site information, so that the claim bar disappears.
          queryClient.setQueryData(siteQuery().queryKey, (site) => site && { ...site, claim: null })
          toast({ title: 'The site is yours', message: 'You are signed in as its administrator.' })
          void navigate(paths.admin(), { replace: true })
        }}
      />
    </ClaimLayout>
  )
}

const ClaimLayout = ({ siteName, deck, children }: { siteName: string; deck?: ReactNode; children: ReactNode }) => (
  <AuthLayout title={`Claim ${siteName}`} deck={deck}>
    {children}
  </AuthLayout>
)

const NextSteps = () => (
  <p className="actions">
    {useIsAdmin() ? <ButtonLink to={paths.admin()}>Admin Dashboard</ButtonLink> : <ButtonLink to={paths.signIn()}>Sign in</ButtonLink>}
    <ButtonLink variant="quiet" to={paths.home()}>
      Go to the home page
    </ButtonLink>
  </p>
)
