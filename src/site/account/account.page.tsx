/** Everything that is one's own. Nobody else sees this page. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { accountQuery, signOut, type OwnAccount } from '#features/accounts/account.client.ts'
import { formatReason } from '#features/accounts/account-failure.client.ts'
import { UnconfirmedEmail } from '#features/accounts/profile/unconfirmed-email.tsx'
import { ProfileForm } from '#features/accounts/profile/profile-form.tsx'
import { endOwnSession, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { failureReason } from '#platform/api.client.ts'
import { Meta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { useReturnPath } from '#site/shell/sign-in-link.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { useSearchParams } from '#ui/router/use-search-params.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { TabSet } from '#ui/tabs.tsx'
import { LongDate } from '#ui/time.tsx'
import { toast } from '#ui/toast-store.ts'
import { toError } from '#platform/to-error.client.ts'
import { Notices, OwnData, Security, Sessions } from './account-parts.tsx'
import * as styles from './account.module.css'

const TABS = ['profile', 'security', 'notices', 'sessions', 'data'] as const

export default function AccountPage() {
  const user = useSignedIn()
  const back = useReturnPath()
  return (
    <div className={`container ${styles.account}`}>
      <Meta title="Your account" noIndex />
      {user ? <Account /> : <Navigate to={paths.signIn()} state={back} replace />}
    </div>
  )
}

function Account() {
  const account = useQuery(accountQuery())
  if (account.isPending) return <Waiting />
  if (account.isError) {
    return (
      <ErrorState
        level={1}
        title="Your account could not be loaded"
        text={failureReason(account.error)}
        action={
          <Button busy={account.isFetching} onClick={() => void account.refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  return <Own account={account.data} />
}

function Own({ account }: { account: OwnAccount }) {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const leave = useLeave()
  const tab = TABS.find((name) => name === address.get('tab')) ?? 'profile'
  const { features } = useSite()
  const name = account.displayName || account.username
  return (
    <>
      <header className={styles.accountOpen}>
        <Avatar id={account.id} name={name} src={account.avatarUrl} size="l" />
        <div className={styles.accountName}>
          <h1>{name}</h1>
          <p className="meta">
            <span>@{account.username}</span>
            <span>
              Member since <LongDate date={account.memberSince} />
            </span>
          </p>
        </div>
        <p className="actions">
          {features.userAccounts && (
            <ButtonLink variant="quiet" to={paths.user(account.id)}>
              Public profile
            </ButtonLink>
          )}
          <SignOut onDone={() => void leave('Signed out', 'See you soon.')} />
        </p>
      </header>
      {account.isRestricted && (
        <Notice tone="warn" title="Your account is restricted">
          You can read, but not post. If you think that is a mistake, write to us through the about page.
        </Notice>
      )}
      <UnconfirmedEmail account={account} />
      <TabSet
        label="Your account"
        value={tab}
        onChange={(chosen) =>
          void navigate(paths.account(chosen === 'profile' ? undefined : chosen), { replace: true, preventScrollReset: true })
        }
        tabs={[
          { value: 'profile', label: 'Profile', content: <ProfileForm account={account} /> },
          { value: 'security', label: 'Security', content: <Security account={account} /> },
          { value: 'notices', label: 'Notices', content: <Notices /> },
          {
            value: 'sessions',
            label: 'Sessions',
            content: <Sessions account={account} onEnded={() => void leave('Signed out everywhere', 'All your sessions have ended.')} />,
          },
          {
            value: 'data',
            label: 'Your data',
            content: <OwnData onDeleted={() => void leave('Account deleted', 'Your account is gone. Thank you for having been here.')} />,
          },
        ]}
      />
    </>
  )
}

function SignOut({ onDone }: { onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await signOut()
      onDone()
    } catch (fault) {
      setBusy(false)
      toast({ title: 'You are still signed in', message: formatReason(toError(fault)), tone: 'destructive' })
    }
  }
  return (
    <Button variant="quiet" busy={busy} busyLabel="Signing out..." onClick={() => void leave()}>
      Sign out
    </Button>
  )
}

/** Home first: this page would send a visitor to sign in. The session is forgotten when this page is gone and the next one stands. */
function useLeave() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const farewell = useRef<{ title: string; message: string }>(undefined)
  useEffect(
    () => () => {
      const words = farewell.current
      if (!words) return
      queueMicrotask(() => {
        endOwnSession(queryClient)
        toast(words)
      })
    },
    [queryClient],
  )
  return (title: string, message: string) => {
    farewell.current = { title, message }
    return navigate(paths.home())
  }
}

function Waiting() {
  return (
    <div role="status">
      <span className="visuallyHidden">Loading your account</span>
      <Skeleton className={styles.accountWaitingHead} />
      <Skeleton className={styles.accountWaiting} />
    </div>
  )
}
