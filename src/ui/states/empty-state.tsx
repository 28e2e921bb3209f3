import type { ReactNode } from 'react'
import * as styles from './state.module.css'

interface EmptyStateProps {
  title: ReactNode
  text?: ReactNode
  /** A small drawing above the title. */
  art?: ReactNode
  action?: ReactNode
  /** The heading level; 1 where it stands for the whole page. */
  level?: 1 | 2 | 3 | undefined
}

/** What stands where a list would be when there is nothing in it. */
export function EmptyState({ title, text, art, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.state} data-part="state">
      {art && <div className={styles.art}>{art}</div>}
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {action && <div className="actions">{action}</div>}
    </div>
  )
}
