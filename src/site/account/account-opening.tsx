import { useState } from 'react'
import { signOut, type OwnAccount } from '#features/accounts/account.client.ts'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { LongDate } from '#ui/text/time.tsx'
import { formatReason } from '#features/accounts/account-failure.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { toError } from '#platform/client/to-error.client.ts'
import * as styles from './account.module.css'

/** Header of the account page: the member's picture and name, the link to the public profile and the sign-out button. */
export function AccountOpening({ account, onSignedOut }: { account: OwnAccount; onSignedOut: () => void }) {
  const { features } = useSite()
  const name = account.displayName || account.username
  return (
    <header className={styles.accountOpen}>
      <Avatar id={account.id} name={name} src={account.avatarUrl} size="l" />
      <div className={styles.accountName}>
        <h1 dir="auto">{name}</h1>
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
        <SignOutButton onDone={onSignedOut} />
      </p>
    </header>
  )
}

function SignOutButton({ onDone }: { onDone: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const endSession = async () => {
    setBusy(true)
    try {
      await signOut()
      onDone()
    } catch (error) {
      setBusy(false)
      toast({ title: 'You are still signed in', message: formatReason(toError(error)), tone: 'destructive' })
    }
  }
  return (
    <Button variant="quiet" busy={isBusy} busyLabel="Signing out..." onClick={() => void endSession()}>
      Sign out
    </Button>
  )
}
