import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import * as styles from './site-link.module.css'

interface SiteLinkProps {
  to: string
  /** Visible text, such as "View" or "Preview". */
  label: string
  /** Name of the linked item, for screen readers only. */
  targetName: string
  /** Name by which shortcuts of the list find the link. */
  action?: string | undefined
}

/** Links to a public page in a new tab, so that unsaved input is not lost. */
export function SiteLink({ to, label, targetName, action }: SiteLinkProps) {
  return (
    <Link className={styles.siteLink} to={to} target="_blank" data-action={action}>
      {label}
      <span className="visuallyHidden">
        {' '}
        <bdi>{targetName}</bdi> (opens in a new tab)
      </span>
      <Icon name="external" />
    </Link>
  )
}
