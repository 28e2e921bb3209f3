import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { Link } from '#ui/link.tsx'
import { useRemoteSignOut, useSessionSync, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { SearchField } from '#ui/search-field.tsx'
import { ThemeSwitch } from '#ui/theme-switch.tsx'
import { MemberSlot } from '#features/accounts/sessions/member-slot.tsx'
import { paths } from '#site/paths.ts'
import { useAdminLoginButton } from './admin-login-button.tsx'
import { BarAccount } from './bar-account.tsx'
import { Brand } from './brand.tsx'
import { MenuSheet } from './menu-sheet.tsx'
import { ariaCurrent, mainNav } from './navigation.ts'
import { ProfileSlot } from './profile-item.tsx'
import { useSite } from './use-site.ts'
import * as styles from './site-header.module.css'

/** Brand, menu, search, light, account. Below 768 px the menu is a sheet. */
export function SiteHeader() {
  const site = useSite()
  const { pathname } = useLocation()
  const items = mainNav(site, useSignedIn()?.id)
  const login = useAdminLoginButton()
  const queryClient = useQueryClient()
  useSessionSync(queryClient)
  useRemoteSignOut(queryClient)
  return (
    <header data-part="site-header" className={`${styles.siteHeader} no-print`}>
      <div data-part="bar" className={`container ${styles.bar}`}>
        <MenuSheet items={items} onLogin={login.show} />
        <Brand />
        <nav className={styles.barNav} aria-label="Main">
          <ul>
            {items.map((item) =>
              item.isOwn ? (
                <ProfileSlot key="own" pathname={pathname} />
              ) : (
                <li key={item.to}>
                  <Link to={item.to} aria-current={ariaCurrent(item, pathname)}>
                    {item.label}
                  </Link>
                </li>
              ),
            )}
          </ul>
        </nav>
        {site.features.articles && <HeaderSearch />}
        <ThemeSwitch className={styles.barTheme} />
        <MemberSlot name="account">
          <BarAccount onLogin={login.show} onNear={login.near} />
        </MemberSlot>
      </div>
      {login.dialog}
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
      className={styles.barSearch}
      label="Search articles"
      name="search"
      action={paths.articles()}
      defaultValue={words}
      placeholder="Search"
      onSubmit={(term) => void (term && navigate(paths.articles({ search: term })))}
    />
  )
}
