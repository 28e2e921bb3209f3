import { lazy, Suspense, useEffect, useState } from 'react'
import { FROM_TABLET } from '#ui/styles/breakpoints.ts'
import { IconButton } from '#ui/actions/button.tsx'
import type { NavItem } from '#site/shell/navigation.ts'
import * as styles from '#site/shell/header/site-header.module.css'

const fetchPanel = () => import('./menu-panel.tsx')
const MenuPanel = lazy(fetchPanel)
/** So long the sheet slides out; it gives the keyboard back to its button before the next window opens. */
const SLIDE_MS = 250
/** Fetched ahead; should that fail, opening tries again. */
const fetchAhead = () => void fetchPanel().catch(() => undefined)

/** The menu of narrow windows: a button, and a sheet that slides in from the left. */
export function MenuSheet({ items, onLogin }: { items: NavItem[]; onLogin: () => void }) {
  const [open, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }

  const login = () => {
    setOpen(false)
    setTimeout(onLogin, SLIDE_MS)
  }

  // The full menu takes over when the window grows; going back closes it too.
  useEffect(() => {
    if (!open) return
    const close = () => setOpen(false)
    const wide = matchMedia(FROM_TABLET)
    wide.addEventListener('change', close)
    addEventListener('popstate', close)
    return () => {
      wide.removeEventListener('change', close)
      removeEventListener('popstate', close)
    }
  }, [open])

  return (
    <>
      <IconButton
        className={styles.barMenu}
        icon="menu"
        label="Open the menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={show}
      />
      {isWanted && (
        <Suspense fallback={null}>
          <MenuPanel items={items} open={open} onOpenChange={setOpen} onLogin={login} />
        </Suspense>
      )}
    </>
  )
}
