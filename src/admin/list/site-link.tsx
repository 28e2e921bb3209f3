import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import * as styles from './site-link.module.css'

interface SiteLinkProps {
  to: string
  /** What it shows: `View`, `Preview`. */
  label: string
  /** The thing it leads to, for screen readers that read out links without their surroundings. */
  of: string
}

/** From a row or an editor to the thing's own page, in a tab of its own: nothing that was begun here is left. */
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
