import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { Link } from '#ui/link.tsx'
import { useEndElsewhere, useNewsOfOtherTabs, useSignedIn } from '#features/accounts/signed-in.client.ts'
import { SearchField } from '#ui/search-field.tsx'
import { ThemeSwitch } from '#ui/theme-switch.tsx'
import { paths } from '#site/paths.ts'
import { useAdminDoor } from './admin-door.tsx'
import { BarAccount } from './bar-account.tsx'
import { Brand } from './brand.tsx'
import { MenuSheet } from './menu-sheet.tsx'
import { currentMark, mainNav } from './navigation.ts'
import { useSite } from './use-site.ts'
import './site-header.css'

/** Brand, menu, search, light, account. Below 768 px the menu is a sheet. */
export function SiteHeader() {
  const site = useSite()
  const { pathname } = useLocation()
  const items = mainNav(site, useSignedIn()?.id)
  const door = useAdminDoor()
  const queryClient = useQueryClient()
  useNewsOfOtherTabs(queryClient)
  useEndElsewhere(queryClient)
  return (
    <header className="site-header">
      <div className="wrap bar">
        <MenuSheet items={items} onLogin={door.show} />
        <Brand />
        <nav className="bar-nav" aria-label="Main">
          <ul>
            {items.map((item) => (
              <li key={item.to}>
                <Link to={item.to} aria-current={currentMark(item, pathname)}>
                  {item.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {site.features.articles && <HeaderSearch />}
        <ThemeSwitch className="bar-theme" />
        <BarAccount onLogin={door.show} onNear={door.near} />
      </div>
      {door.dialog}
    </header>
  )
}

/** Looks for articles. On their list it shows what was looked for; a blank search does nothing. */
function HeaderSearch() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const words = pathname === paths.articles() ? (new URLSearchParams(search).get('search') ?? '') : ''
  return (
    <SearchField
      key={words}
      className="bar-search"
      label="Search articles"
      name="search"
      action={paths.articles()}
      defaultValue={words}
      placeholder="Search"
      onSubmit={(term) => void (term && navigate(paths.articles({ search: term })))}
    />
  )
}
