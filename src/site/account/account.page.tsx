/** Page on which members manage their own account. Visitors are redirected to the sign-in page. */
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { accountQuery, type OwnAccount } from '#features/accounts/account.client.ts'
import { MailProblemNotice } from '#features/accounts/profile/email/mail-problem.tsx'
import { UnconfirmedEmail } from '#features/accounts/profile/email/unconfirmed-email.tsx'
import { ProfileForm } from '#features/accounts/profile/profile-form.tsx'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { useReturnState } from '#site/shell/header/sign-in-link.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { TabSet } from '#ui/lists/tabs.tsx'
import { MutedPanel, NoticeSettingsPanel, OwnDataPanel, SecurityPanel, SessionsPanel } from './account-parts.tsx'
import { AccountOpening } from './account-opening.tsx'
import { useSignOutRedirect } from './use-sign-out-redirect.ts'
import * as styles from './account.module.css'

const TABS = ['profile', 'security', 'notices', 'muted', 'sessions', 'data'] as const

export default function AccountPage() {
  const user = useSignedIn()
  const returnState = useReturnState()
  return (
    <div className={`container ${styles.account}`}>
      <PageMeta title="Your account" noIndex />
      {user ? <Account /> : <Navigate to={paths.signIn()} state={returnState} replace />}
    </div>
  )
}

function Account() {
  const account = useQuery(accountQuery())
  if (account.isPending) return <AccountSkeleton />
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
  return <AccountTabs account={account.data} />
}

function AccountTabs({ account }: { account: OwnAccount }) {
  const [searchParams] = useSearchParams()
  const navigate = useNavigate()
  const goHomeSignedOut = useSignOutRedirect()
  const openTab = TABS.find((name) => name === searchParams.get('tab')) ?? 'profile'
  return (
    <>
      <AccountOpening account={account} onSignedOut={() => void goHomeSignedOut('Signed out', 'See you soon.')} />
      {account.isRestricted && (
        <Notice tone="warn" title="Your account is restricted">
          You can read, but not post. If you think this is a mistake, contact us through the about page.
        </Notice>
      )}
      <UnconfirmedEmail account={account} />
      <MailProblemNotice account={account} />
      <TabSet
        label="Your account"
        value={openTab}
        onChange={(tab) => void navigate(paths.account(tab === 'profile' ? undefined : tab), { replace: true, preventScrollReset: true })}
        tabs={[
          { value: 'profile', label: 'Profile', content: <ProfileForm account={account} /> },
          { value: 'security', label: 'Security', content: <SecurityPanel account={account} /> },
          { value: 'notices', label: 'Notifications', content: <NoticeSettingsPanel /> },
          { value: 'muted', label: 'Muted', content: <MutedPanel /> },
          {
            value: 'sessions',
            label: 'Sessions',
            content: (
              <SessionsPanel
                account={account}
                onEnded={() => void goHomeSignedOut('Signed out everywhere', 'All your sessions have ended.')}
              />
            ),
          },
          {
            value: 'data',
            label: 'Your data',
            content: (
              <OwnDataPanel
                onDeleted={() => void goHomeSignedOut('Account deleted', 'Your account has been deleted. Thank you for being a member.')}
              />
            ),
          },
        ]}
      />
    </>
  )
}

function AccountSkeleton() {
  return (
    <div role="status">
      <span className="visuallyHidden">Loading your account</span>
      <Skeleton className={styles.accountWaitingHead} />
      <Skeleton className={styles.accountWaiting} />
    </div>
  )
}
