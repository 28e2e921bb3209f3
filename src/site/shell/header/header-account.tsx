/** Links to account and back-office at the end of the header. In narrow windows only their icons are visible. */
import { useIsAdmin, useIsSessionKnown, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { Avatar, HintedAvatar } from '#ui/pictures/avatar.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { paths } from '#site/paths.ts'
import { NoticeBell } from './notice-bell.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { useSite } from '#site/shell/use-site.ts'
import * as styles from './header-account.module.css'

interface HeaderAccountProps {
  onLogin: () => void
  /** Called when the button gets the pointer or the focus, to preload the sign-in dialog. */
  onPreload: () => void
}

export function HeaderAccount({ onLogin, onPreload }: HeaderAccountProps) {
  const { features } = useSite()
  const user = useSignedIn()
  const isAdmin = useIsAdmin()
  const isSessionKnown = useIsSessionKnown()
  const getAudience = (audience: string) => (isSessionKnown ? undefined : audience)
  return (
    <div data-part="bar-account" className={styles.barAccount}>
      {(isAdmin || !isSessionKnown) && (
        <Link className={`${styles.barAct} ${styles.barAdmin}`} to={paths.admin()} data-for={getAudience('admin')}>
          <Icon name="lock" />
          <span className={styles.barWord}>Admin Dashboard</span>
        </Link>
      )}
      {!isAdmin && (
        <button
          type="button"
          className={`${styles.barAct} ${styles.barAdmin}`}
          aria-haspopup="dialog"
          onPointerEnter={onPreload}
          onFocus={onPreload}
          onClick={onLogin}
          data-for={getAudience('not-admin')}
        >
          <Icon name="lock" />
          <span className={styles.barWord}>Admin Login</span>
        </button>
      )}
      {(user || !isSessionKnown) && <NoticeBell unreadCount={user?.unreadNotices} />}
      {(user || !isSessionKnown) && (
        <Link className={`${styles.barAct} ${styles.barSelf}`} to={paths.account()} data-for={getAudience('member')}>
          {user ? <Avatar id={user.id} name={user.displayName || user.username} src={user.avatarUrl} size="s" /> : <HintedAvatar />}
          <span className={styles.barWord}>Your account</span>
        </Link>
      )}
      {!user && features.userAccounts && (
        <SignInLink className={styles.barAct} data-for={getAudience('visitor')}>
          <Icon name="user" />
          <span className={styles.barWord}>Sign in</span>
        </SignInLink>
      )}
      {(user || !isSessionKnown) && <NoScriptAccount />}
    </div>
  )
}

/** Shows account and sign-out to every viewer without JavaScript: a shared page is the same for all and does not know who is signed in. */
function NoScriptAccount() {
  return (
    <noscript>
      <div className="actions">
        <a className={styles.barAct} href={paths.account()}>
          Account
        </a>
        <form method="post" action={paths.account()}>
          <button type="submit" className={styles.barAct}>
            Sign out
          </button>
        </form>
      </div>
    </noscript>
  )
}
