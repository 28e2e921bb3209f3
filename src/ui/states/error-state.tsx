import type { ReactNode } from 'react'
import { Icon } from '#ui/pictures/icon.tsx'
import * as styles from './state.module.css'

interface ErrorStateProps {
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  /** Heading level (default 2); 1 when the message is the whole page. */
  level?: 1 | 2 | 3 | undefined
}

/** Renders a message in place of content that failed to load; screen readers announce it at once. */
export function ErrorState({ title, text, action, level = 2 }: ErrorStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.state} data-part="state" role="alert">
      <span className={styles.mark}>
        <Icon name="alert" />
      </span>
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {action && <div className="actions">{action}</div>}
    </div>
  )
}
