/** The two ways in, at the end of the header: a member's own account, and the back-office. Where there is little room only icons show. */
import { useSignedIn, useIsAdmin } from '#features/accounts/sessions/signed-in.client.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { paths } from '#site/paths.ts'
import { NoticeBell } from './notice-bell.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { useSite } from '#site/shell/use-site.ts'
import * as styles from './header-account.module.css'

interface BarAccountProps {
  onLogin: () => void
  /** Called when the dialog is likely to be wanted soon. */
  onNear: () => void
}

export function HeaderAccount({ onLogin, onNear }: BarAccountProps) {
  const { features } = useSite()
  const user = useSignedIn()
  const isAdmin = useIsAdmin()
  return (
    <div data-part="bar-account" className={styles.barAccount}>
      {isAdmin ? (
        <Link className={`${styles.barAct} ${styles.barAdmin}`} to={paths.admin()}>
          <Icon name="lock" />
          <span className={styles.barWord}>Admin Dashboard</span>
        </Link>
      ) : (
        <button
          type="button"
          className={`${styles.barAct} ${styles.barAdmin}`}
          aria-haspopup="dialog"
          onPointerEnter={onNear}
          onFocus={onNear}
          onClick={onLogin}
        >
          <Icon name="lock" />
          <span className={styles.barWord}>Admin Login</span>
        </button>
      )}
      {user && <NoticeBell unread={user.unreadNotices} />}
      {user ? (
        <Link className={`${styles.barAct} ${styles.barSelf}`} to={paths.account()}>
          <Avatar id={user.id} name={user.displayName || user.username} src={user.avatarUrl} size="s" />
          <span className={styles.barWord}>Your account</span>
        </Link>
      ) : (
        features.userAccounts && (
          <SignInLink className={styles.barAct}>
            <Icon name="user" />
            <span className={styles.barWord}>Sign in</span>
          </SignInLink>
        )
      )}
    </div>
  )
}
