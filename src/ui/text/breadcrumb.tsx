import { isolateText } from './isolate-text.tsx'
import { Link } from '#ui/router/link.tsx'
import * as styles from './breadcrumb.module.css'

/** One step of the way; the last has no `to`. */
export interface BreadcrumbStep {
  label: string
  /** The name in full, where `label` is cut short. */
  whole?: string | undefined
  to?: string | undefined
}

/** The way from the top to this page. */
export function Breadcrumb({ items }: { items: BreadcrumbStep[] }) {
  return (
    <nav className={styles.crumbs} data-part="crumbs" aria-label="Breadcrumb">
      <ol>
        {items.map(({ label, to }, index) => (
          <li key={`${index} ${label}`} aria-current={index === items.length - 1 ? 'page' : undefined}>
            {to ? <Link to={to}>{isolateText(label)}</Link> : isolateText(label)}
          </li>
        ))}
      </ol>
    </nav>
  )
}
