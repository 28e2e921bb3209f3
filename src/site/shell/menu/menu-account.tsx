import { useSignedIn, useIsAdmin } from '#features/accounts/sessions/signed-in.client.ts'
import { Link } from '#ui/router/link.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { paths } from '#site/paths.ts'
import { SignInLink } from '#site/shell/header/sign-in-link.tsx'
import { useSite } from '#site/shell/use-site.ts'
import * as styles from './menu-sheet.module.css'

/** Links to account and back-office in the menu sheet. */
export function MenuAccount({ onLogin, onNavigate }: { onLogin: () => void; onNavigate: () => void }) {
  const { features } = useSite()
  const user = useSignedIn()
  const isAdmin = useIsAdmin()
  const { number } = useWording()
  return (
    <nav className={styles.menuMore} aria-labelledby="menu-account">
      <h3 id="menu-account" dir="auto">
        {user ? user.displayName || user.username : 'Your account'}
      </h3>
      <ul>
        {user && (
          <li>
            <Link to={paths.account()} onClick={onNavigate}>
              Your account
            </Link>
          </li>
        )}
        {user && (
          <li>
            <Link to={paths.notices()} onClick={onNavigate}>
              Notifications{user.unreadNotices > 0 && ` (${number(user.unreadNotices)})`}
            </Link>
          </li>
        )}
        {!user && features.userAccounts && (
          <>
            <li>
              <SignInLink onClick={onNavigate}>Sign in</SignInLink>
            </li>
            <li>
              <Link to={paths.signUp()} onClick={onNavigate}>
                Sign up free
              </Link>
            </li>
          </>
        )}
        <li>
          {isAdmin ? (
            <Link to={paths.admin()} onClick={onNavigate}>
              Admin Dashboard
            </Link>
          ) : (
            <button type="button" aria-haspopup="dialog" onClick={onLogin}>
              Admin Login
            </button>
          )}
        </li>
      </ul>
    </nav>
  )
}
