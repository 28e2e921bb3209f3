/** Account and back-office links at the end of the header; icons only in narrow windows. */
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
  /** Called on hover and focus, to preload the sign-in dialog. */
  onPreload: () => void
}

export function HeaderAccount({ onLogin, onPreload }: HeaderAccountProps) {
  const { features } = useSite()
  const user = useSignedIn()
  const isAdmin = useIsAdmin()
  const isKnown = useIsSessionKnown()
  const onlyFor = (audience: string) => (isKnown ? undefined : audience)
  return (
    <div data-part="bar-account" className={styles.barAccount}>
      {(isAdmin || !isKnown) && (
        <Link className={`${styles.barAct} ${styles.barAdmin}`} to={paths.admin()} data-for={onlyFor('admin')}>
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
          data-for={onlyFor('not-admin')}
        >
          <Icon name="lock" />
          <span className={styles.barWord}>Admin Login</span>
        </button>
      )}
      {(user || !isKnown) && <NoticeBell unread={user?.unreadNotices} />}
      {(user || !isKnown) && (
        <Link className={`${styles.barAct} ${styles.barSelf}`} to={paths.account()} data-for={onlyFor('member')}>
          {user ? <Avatar id={user.id} name={user.displayName || user.username} src={user.avatarUrl} size="s" /> : <HintedAvatar />}
          <span className={styles.barWord}>Your account</span>
        </Link>
      )}
      {!user && features.userAccounts && (
        <SignInLink className={styles.barAct} data-for={onlyFor('visitor')}>
          <Icon name="user" />
          <span className={styles.barWord}>Sign in</span>
        </SignInLink>
      )}
      {(user || !isKnown) && <NoScriptAccount />}
    </div>
  )
}

/** Without JavaScript a shared page cannot know whether the viewer is signed in, so it shows account and sign-out to all. */
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
