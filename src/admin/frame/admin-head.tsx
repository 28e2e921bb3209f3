import type { ReactNode } from 'react'
import * as styles from './frame.module.css'

interface AdminHeadProps {
  title: string
  /** Button of the page's primary action, next to the title. */
  action?: ReactNode
  caption?: ReactNode
}

/** Renders the page header: title (also the document title), caption and primary action. */
export function AdminHead({ title, action, caption }: AdminHeadProps) {
  return (
    <header className={styles.officeHead}>
      <title>{`${title} | Administration`}</title>
      <div>
        <h1>{title}</h1>
        {caption && <p className={styles.officeCaption}>{caption}</p>}
      </div>
      {action}
    </header>
  )
}
