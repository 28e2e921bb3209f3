import { lazy, Suspense, useEffect, useState } from 'react'
import { FROM_TABLET } from '#ui/styles/breakpoints.ts'
import { IconButton } from '#ui/actions/button.tsx'
import type { NavItem } from '#site/shell/navigation.ts'
import * as styles from '#site/shell/header/site-header.module.css'

const fetchPanel = () => import('./menu-panel.tsx')
const MenuPanel = lazy(fetchPanel)
/** Duration of the closing animation. The sign-in dialog opens after it, when the focus is on the menu button again. */
const CLOSE_ANIMATION_MS = 250
/** Preloads the chunk of the menu. If that fails, opening the menu tries again. */
const preloadPanel = () => void fetchPanel().catch(() => undefined)

/** Menu for narrow windows: a button that opens a sheet from the left. */
export function MenuSheet({ items, onLogin }: { items: NavItem[]; onLogin: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const [isRequested, setRequested] = useState(false)
  const openMenu = () => {
    setRequested(true)
    setOpen(true)
  }

  const openLogin = () => {
    setOpen(false)
    setTimeout(onLogin, CLOSE_ANIMATION_MS)
  }

  // Closes the sheet when the window becomes wide enough for the menu in the header, and on history navigation.
  useEffect(() => {
    if (!isOpen) return
    const close = () => setOpen(false)
    const tabletQuery = matchMedia(FROM_TABLET)
    tabletQuery.addEventListener('change', close)
    addEventListener('popstate', close)
    return () => {
      tabletQuery.removeEventListener('change', close)
      removeEventListener('popstate', close)
    }
  }, [isOpen])

  return (
    <>
      <IconButton
        className={styles.barMenu}
        icon="menu"
        label="Open the menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preloadPanel}
        onFocus={preloadPanel}
        onClick={openMenu}
      />
      {isRequested && (
        <Suspense fallback={null}>
          <MenuPanel items={items} open={isOpen} onOpenChange={setOpen} onLogin={openLogin} />
        </Suspense>
      )}
    </>
  )
}
