import type { ReactNode } from 'react'
import * as styles from './state.module.css'

interface EmptyStateProps {
  title: ReactNode
  text?: ReactNode
  /** Illustration above the title. */
  art?: ReactNode
  action?: ReactNode
  /** Heading level (default 2); 1 when the message is the whole page. */
  level?: 1 | 2 | 3 | undefined
}

/** Renders a message in place of an empty list. */
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
