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

/** Creates the first administrator of a launched site. The token is in the URL's fragment, so that it is not sent before the form is. */
export default function ClaimPage() {
  const { hash } = useLocation()
  const { name } = useSite()
  const isMounted = useMounted()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isStale, setStale] = useState(false)
  const state = useQuery(claimQuery())
  const token = hash.slice(1)

  if (state.isPending) return <ClaimLayout name={name}>{<Spinner />}</ClaimLayout>
  if (state.isError) {
    return (
      <ClaimLayout name={name}>
        <Notice tone="bad" role="alert" title="This page could not be loaded">
          We could not check whether this site has been claimed.
        </Notice>
        <p className="actions">
          <Button onClick={() => void state.refetch()}>Try again</Button>
        </p>
      </ClaimLayout>
    )
  }
  if (state.data.state === 'closed') {
    return (
      <ClaimLayout name={name}>
        <Notice tone="info" title="This site has already been claimed">
          A site can be claimed only once. If you claimed it, sign in.
        </Notice>
        <NextSteps />
      </ClaimLayout>
    )
  }
  if (isMounted && (isStale || token.length < MIN_TOKEN_LENGTH)) {
    return (
      <ClaimLayout name={name}>
        <Notice tone="bad" role="alert" title="This link does not work">
          It may have been used already, or it is incomplete. Copy the whole link from the page where the site was deployed.
        </Notice>
        <NextSteps />
      </ClaimLayout>
    )
  }
  const { until } = state.data
  if (isMounted && until && getClaimStage(until) === 'over') {
    return (
      <ClaimLayout name={name}>
        <Notice tone="warn" title="The time to claim this site has expired">
          It ended on <ShortTime date={until} end="," /> and the site is being retired. The operator can restore it with a new link.
        </Notice>
        <NextSteps />
      </ClaimLayout>
    )
  }
  return (
    <ClaimLayout
      name={name}
      deck={
        <>
          Choose a username and password. You become the administrator and go straight to the back-office.
          {until && (
            <>
              {' '}
              The link works until <ShortTime date={until} end="." />
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
          // Clears the claim in the cached site info, so that the claim bar disappears.
          queryClient.setQueryData(siteQuery().queryKey, (site) => site && { ...site, claim: null })
          toast({ title: 'The site is yours', message: 'You are signed in as its administrator.' })
          void navigate(paths.admin(), { replace: true })
        }}
      />
    </ClaimLayout>
  )
}

const ClaimLayout = ({ name, deck, children }: { name: string; deck?: ReactNode; children: ReactNode }) => (
  <AuthLayout title={`Claim ${name}`} deck={deck}>
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
