import { isolateText } from './isolate-text.tsx'
import { Link } from '#ui/router/link.tsx'
import * as styles from './breadcrumb.module.css'

/** One item of a breadcrumb; the current page, which is the last, has no `to`. */
export interface BreadcrumbStep {
  label: string
  /** Full name of the page, if `label` is truncated. */
  fullName?: string | undefined
  to?: string | undefined
}

/** Renders links to the parent pages; the last item is the current page. */
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
