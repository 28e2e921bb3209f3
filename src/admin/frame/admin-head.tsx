import type { ReactNode } from 'react'
import * as styles from './frame.module.css'

interface AdminHeadProps {
  title: string
  /** What the page is mostly for: its one loud button. */
  action?: ReactNode
  caption?: ReactNode
}

/** A page's title, in the window and on the page, with its action. */
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
