import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { AdminMenu } from './admin-menu.tsx'
import { useGuard } from './guard.ts'
import { buildAdminMenu } from './menu.ts'
import * as styles from './frame.module.css'

const PAGE_NAMES = new Map(buildAdminMenu(ALL_FEATURES_ON, true).flatMap(({ items }) => items.map(({ to, label }) => [to, label] as const)))

/** Renders the back-office layout: the menu is a sidebar, or a sheet below 768 px. Until `useGuard` authorizes the user, only a spinner or an error is shown. */
export default function AdminLayout() {
  const { isAuthorized, tryAgain, logOut, isLoggingOut } = useGuard()
  const { pathname } = useLocation()
  // The sheet stores the path on which it was opened, so that navigating to another page closes it.
  const [menuOpenedAt, setMenuOpenedAt] = useState<string>()
  const isMenuOpen = menuOpenedAt === pathname
  const closeMenu = () => setMenuOpenedAt(undefined)
  const menu = <AdminMenu onLogOut={() => void logOut()} isLoggingOut={isLoggingOut} onNavigate={closeMenu} />
  if (!isAuthorized) {
    return (
      <div className={styles.officeWait}>
        <meta name="robots" content="noindex" />
        <title>Administration</title>
        {tryAgain ? (
          <ErrorState
            level={1}
            title="The admin panel could not be opened"
            text="The site did not respond. Check your connection and try again."
            action={<Button onClick={tryAgain}>Try again</Button>}
          />
        ) : (
          <Spinner label="Opening the admin panel" />
        )}
      </div>
    )
  }
  return (
    <div className={styles.office}>
      <meta name="robots" content="noindex" />
      <aside className={styles.officeSide}>{menu}</aside>
      <div className={styles.officeMain}>
        <div className={styles.officeBar}>
          <Button variant="quiet" size="s" aria-haspopup="dialog" aria-expanded={isMenuOpen} onClick={() => setMenuOpenedAt(pathname)}>
            <Icon name="dashboard" />
            <span>Admin menu</span> <span className={styles.officeBarPage}>{PAGE_NAMES.get(pathname) ?? 'Administration'}</span>
          </Button>
        </div>
        <Outlet />
      </div>
      {isMenuOpen && (
        <Dialog open onOpenChange={closeMenu} title="Administration" side="left" className={styles.officeSheet}>
          {menu}
        </Dialog>
      )}
    </div>
  )
}
