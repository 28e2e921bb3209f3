import type { ReactNode } from 'react'
import { Icon } from '#ui/pictures/icon.tsx'
import * as styles from './state.module.css'

interface ErrorStateProps {
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  /** The heading level; 1 where it stands for the whole page. */
  level?: 1 | 2 | 3 | undefined
}

/** What stands where content would be when it could not be had. It is announced at once. */
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
