import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import * as styles from './site-link.module.css'

interface SiteLinkProps {
  to: string
  /** Visible text: `View`, `Preview`. */
  label: string
  /** Name of the target, added for screen readers. */
  of: string
}

/** Link to the public page in a new tab, so that unsaved input is not lost. */
export function SiteLink({ to, label, of }: SiteLinkProps) {
  return (
    <Link className={styles.siteLink} to={to} target="_blank">
      {label}
      <span className="visuallyHidden">
        {' '}
        <bdi>{of}</bdi> (opens in a new tab)
      </span>
      <Icon name="external" />
    </Link>
  )
}
