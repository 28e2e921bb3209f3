/** The two ways in, at the end of the header: a member's own account, and the back-office. Where there is little room only icons show. */
import { useSignedIn, useIsAdmin } from '#features/accounts/signed-in.client.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { paths } from '#site/paths.ts'
import { SignInLink } from './sign-in-link.tsx'
import { useSite } from './use-site.ts'
import './bar-account.css'

interface BarAccountProps {
  onLogin: () => void
  /** Called when the dialog is likely to be wanted soon. */
  onNear: () => void
}

export function BarAccount({ onLogin, onNear }: BarAccountProps) {
  const { features } = useSite()
  const user = useSignedIn()
  const isAdmin = useIsAdmin()
  return (
    <div className="bar-account">
      {isAdmin ? (
        <Link className="bar-act bar-admin" to={paths.admin()}>
          <Icon name="lock" />
          <span className="bar-word">Admin Dashboard</span>
        </Link>
      ) : (
        <button
          type="button"
          className="bar-act bar-admin"
          aria-haspopup="dialog"
          onPointerEnter={onNear}
          onFocus={onNear}
          onClick={onLogin}
        >
          <Icon name="lock" />
          <span className="bar-word">Admin Login</span>
        </button>
      )}
      {user ? (
        <Link className="bar-act bar-self" to={paths.account()}>
          <Avatar id={user.id} name={user.displayName || user.username} src={user.avatarUrl} size="s" />
          <span className="bar-word">Your account</span>
        </Link>
      ) : (
        features.userAccounts && (
          <SignInLink className="bar-act">
            <Icon name="user" />
            <span className="bar-word">Sign in</span>
          </SignInLink>
        )
      )}
    </div>
  )
}
