import { lazy, Suspense, useEffect, useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import type { NavItem } from './navigation.ts'

const WIDE = '(min-width: 768px)'
const fetchPanel = () => import('./menu-panel.tsx')
const MenuPanel = lazy(fetchPanel)
/** Fetched ahead; should that fail, opening tries again. */
const fetchAhead = () => void fetchPanel().catch(() => undefined)

/** The menu of narrow windows: a button, and a sheet that slides in from the left. */
export function MenuSheet({ items }: { items: NavItem[] }) {
  const [open, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }

  // The full menu takes over when the window grows; going back closes it too.
  useEffect(() => {
    if (!open) return
    const close = () => setOpen(false)
    const wide = matchMedia(WIDE)
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
        className="bar-menu"
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
          <MenuPanel items={items} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
