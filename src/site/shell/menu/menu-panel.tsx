import { useLocation } from 'react-router'
import { Link } from '#ui/router/link.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { HeaderSearch } from '#site/shell/header/header-search.tsx'
import { MenuAccount } from './menu-account.tsx'
import { ariaCurrent, exploreLinks, type NavItem } from '#site/shell/navigation.ts'
import { useSite } from '#site/shell/use-site.ts'
import * as styles from './menu-sheet.module.css'

interface MenuPanelProps {
  items: NavItem[]
  open: boolean
  onOpenChange: (open: boolean) => void
  onLogin: () => void
}

/** Content of the menu sheet. The module is a chunk that is loaded when the menu is first opened. */
export default function MenuPanel({ items, open, onOpenChange, onLogin }: MenuPanelProps) {
  const site = useSite()
  const { pathname } = useLocation()
  const close = () => onOpenChange(false)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Menu" side="left" className={styles.menuSheet}>
      <HeaderSearch className={styles.menuSearch} onNavigate={close} />
      <nav aria-label="Main">
        <ul className={styles.menuMain}>
          {items.map((item) => (
            <li key={item.to}>
              <Link to={item.to} aria-current={ariaCurrent(item, pathname)} onClick={close}>
                {item.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <MenuAccount onLogin={onLogin} onNavigate={close} />
      <nav className={styles.menuMore} aria-labelledby="menu-categories">
        <h3 id="menu-categories">Explore</h3>
        <ul>
          {exploreLinks(site)
            .filter(({ to }) => items.every((item) => item.to !== to))
            .map(({ label, to }) => (
              <li key={to}>
                <Link to={to} onClick={close}>
                  {label}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </Dialog>
  )
}
