import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { Link } from '#ui/router/link.tsx'
import { useRemoteSignOut, useSessionSync, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { useSignInOffer } from '#features/accounts/sessions/use-sign-in-offer.client.ts'
import { sessionQuery } from '#features/accounts/sessions/session.client.ts'
import { ThemeSwitch } from '#ui/actions/theme-switch.tsx'
import { useAdminLoginButton } from './admin-login-button.tsx'
import { HeaderAccount } from './header-account.tsx'
import { Brand } from './brand.tsx'
import { HeaderSearch } from './header-search.tsx'
import { MenuSheet } from '#site/shell/menu/menu-sheet.tsx'
import { ariaCurrent, mainNav } from '#site/shell/navigation.ts'
import { ProfileItem } from '#site/shell/menu/profile-item.tsx'
import { useSite } from '#site/shell/use-site.ts'
import { useLiveUpdates } from './use-live-updates.ts'
import * as styles from './site-header.module.css'

/** Header of every page: brand, menu, search, theme and account. In windows narrower than 768 px the menu is a sheet. */
export function SiteHeader() {
  const site = useSite()
  const { pathname } = useLocation()
  const navItems = mainNav(site, useSignedIn()?.id)
  const login = useAdminLoginButton()
  const queryClient = useQueryClient()
  useSessionSync(queryClient)
  useRemoteSignOut(queryClient)
  useSignInOffer()
  useSessionRefresh(useSignedIn() !== null, pathname)
  useLiveUpdates(pathname)
  return (
    <header data-part="site-header" className={`${styles.siteHeader} no-print`}>
      <div data-part="bar" className={`container ${styles.bar}`}>
        <MenuSheet items={navItems} onLogin={login.show} />
        <Brand />
        <nav className={styles.barNav} aria-label="Main">
          <ul>
            {navItems.map((item) =>
              item.isOwn ? (
                <ProfileItem key="own" pathname={pathname} />
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
        <HeaderSearch className={styles.barSearch} hasShortcut />
        <ThemeSwitch className={styles.barTheme} />
        <HeaderAccount onLogin={login.show} onPreload={login.preload} />
      </div>
      {login.dialog}
    </header>
  )
}

const SESSION_MAX_AGE_MS = 15_000

/**
 * Refetches the session on navigation if it could not be loaded or, for members, if it is older than 15 s, so that the number of unread notices
 * is up to date.
 */
function useSessionRefresh(isMember: boolean, pathname: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const { queryKey } = sessionQuery()
    const { dataUpdatedAt = 0, status } = queryClient.getQueryState(queryKey) ?? {}
    if (status === 'error' || (isMember && Date.now() - dataUpdatedAt > SESSION_MAX_AGE_MS))
      void queryClient.invalidateQueries({ queryKey })
  }, [queryClient, isMember, pathname])
}
