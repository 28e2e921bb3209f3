import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { dashboardQuery } from '#features/dashboard/dashboard.client.ts'
import { siteQuery } from '#features/sites/site.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { buildAdminMenu } from './menu.ts'
import * as styles from './frame.module.css'

/** Renders the grouped navigation, with the current page marked and numbers of waiting items, and the logout button. */
export function AdminMenu({
  onNavigate,
  onLogOut,
  isLoggingOut,
}: {
  onNavigate?: () => void
  onLogOut: () => void
  isLoggingOut: boolean
}) {
  const { pathname } = useLocation()
  const site = useQuery(siteQuery()).data
  // Only the main site has no region.
  const groups = buildAdminMenu(site?.features ?? ALL_FEATURES_ON, site?.region === null)
  const attention = useQuery(dashboardQuery()).data?.attention ?? []
  return (
    <>
      <nav aria-label="Admin" className={styles.officeMenu}>
        {groups.map(({ heading, items }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            <ul>
              {items.map(({ label, to, icon, hint, counts }) => {
                const count = attention.filter(({ kind }) => counts?.includes(kind)).reduce((sum, item) => sum + item.count, 0)
                return (
                  <li key={to}>
                    <Tooltip
                      side="right"
                      text={
                        <>
                          <b>{label}</b> {hint}
                        </>
                      }
                    >
                      <Link to={to} aria-current={pathname === to ? 'page' : undefined} onClick={onNavigate}>
                        <Icon name={icon} />
                        <span>{label}</span>
                        {count > 0 && (
                          <b data-part="office-count" className={`${styles.officeCount} num`}>
                            {count}
                            <span className="visuallyHidden"> waiting</span>
                          </b>
                        )}
                      </Link>
                    </Tooltip>
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
      </nav>
      <Button variant="quiet" size="s" className={styles.officeLogout} busy={isLoggingOut} onClick={onLogOut}>
        <Icon name="logout" />
        <span>Logout</span>
      </Button>
    </>
  )
}
