import { useEffect, useRef } from 'react'
import { useIsSessionKnown, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import type { User } from '#features/users/user.client.ts'
import { useSite } from '#site/shell/use-site.ts'
import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { Link } from '#ui/router/link.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { countPosts, isPostTab, listOwnTabs, listPostTabs, TAB_LABELS, userTabPath, type UserTab } from './user-tab.ts'
import * as styles from './user-tabs.module.css'
import * as linkTabs from '#ui/lists/link-tabs.module.css'

/** Links to the tabs of a profile. Each tab has its own URL, so they work without JavaScript. */
export function UserTabs({ user, current }: { user: User; current: UserTab }) {
  const { features } = useSite()
  const { number } = useWording()
  const viewer = useSignedIn()
  const isSessionKnown = useIsSessionKnown()
  const isHidden = !isSessionKnown || viewer?.id !== user.id
  const list = useRef<HTMLUListElement>(null)
  // On a phone, the tabs scroll: shows the current one.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (link && list.current) list.current.scrollLeft = link.offsetLeft + link.offsetWidth - list.current.clientWidth
  }, [current, isHidden])
  const renderLink = (tab: UserTab) => {
    const count = isPostTab(tab) ? countPosts(user, tab) : undefined
    return (
      <Link to={userTabPath(user.id, tab)} aria-current={tab === current ? 'page' : undefined} preventScrollReset onClick={focusContent}>
        {count === undefined ? TAB_LABELS[tab] : `${TAB_LABELS[tab]} `}
        {count !== undefined && <span className="num">{number(count)}</span>}
      </Link>
    )
  }
  return (
    <nav aria-label="Profile" className={styles.tabsBox}>
      <ul ref={list} className={linkTabs.tabs}>
        {(['overview', ...listPostTabs(features)] as const).map((tab) => (
          <li key={tab}>{renderLink(tab)}</li>
        ))}
        {(!isSessionKnown || viewer?.id === user.id) &&
          listOwnTabs(features).map((tab) => (
            // Until the session is known, `public/start.js` shows the tab to the member.
            <li
              key={tab}
              hidden={isHidden}
              data-hint={isSessionKnown ? undefined : 'own'}
              data-id={isSessionKnown ? undefined : user.id}
              suppressHydrationWarning
            >
              {renderLink(tab)}
            </li>
          ))}
      </ul>
    </nav>
  )
}
