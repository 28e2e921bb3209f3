import type { ReactNode } from 'react'
import * as styles from './frame.module.css'

interface AdminHeadProps {
  title: string
  /** The page's primary action. */
  action?: ReactNode
  caption?: ReactNode
}

/** Page header with title (also the document title), caption and primary action. */
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
