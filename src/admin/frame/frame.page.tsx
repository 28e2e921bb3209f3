import { useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AdminMenu } from './admin-menu.tsx'
import { useGuard } from './guard.ts'
import { menuOf } from './menu.ts'
import './frame.css'

const NAMES = new Map(
  menuOf({ products: true, articles: true, forums: true, expertAdvice: true, userAccounts: true }, true).flatMap(({ items }) =>
    items.map(({ to, label }) => [to, label] as const),
  ),
)

/** The back-office's layout: menu beside the page, under 768 px a sheet. Nothing is shown before the guard has decided. */
export default function Frame() {
  const { isIn, tryAgain, logOut, isLeaving } = useGuard()
  const { pathname } = useLocation()
  // Open at an address: going to another closes it.
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === pathname
  const close = () => setOpenAt(undefined)
  const menu = <AdminMenu onLogOut={() => void logOut()} isLeaving={isLeaving} onGo={close} />
  if (!isIn) {
    return (
      <div className="office-wait">
        <meta name="robots" content="noindex" />
        <title>Administration</title>
        {tryAgain ? (
          <ErrorState
            level={1}
            title="The admin panel could not be opened"
            text="The site did not answer. Check the connection and try again."
            action={<Button onClick={tryAgain}>Try again</Button>}
          />
        ) : (
          <Spinner label="Opening the admin panel" />
        )}
      </div>
    )
  }
  return (
    <div className="office">
      <meta name="robots" content="noindex" />
      <aside className="office-side">{menu}</aside>
      <div className="office-main">
        <div className="office-bar">
          <Button variant="quiet" size="s" aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpenAt(pathname)}>
            <Icon name="menu" />
            <span className="vh">Open the admin menu, now at </span>
            {NAMES.get(pathname) ?? 'Administration'}
          </Button>
        </div>
        <Outlet />
      </div>
      {isOpen && (
        <Dialog open onOpenChange={close} title="Administration" side="left" className="office-sheet">
          {menu}
        </Dialog>
      )}
    </div>
  )
}
