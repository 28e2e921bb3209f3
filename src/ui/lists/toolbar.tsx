import type { ReactNode } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import * as styles from './data-table.module.css'

interface ToolbarProps {
  /** Search and filters. */
  children: ReactNode
  /** Result count. A property that is still undefined reserves its line, so that the list does not move when it is known. */
  caption?: ReactNode
  /** Actions on the list, such as a download. */
  actions?: ReactNode
}

/** Renders the row above a list: search and filters on the left, caption and actions on the right. */
export function Toolbar(props: ToolbarProps) {
  const { children, caption, actions } = props
  const hasCaption = 'caption' in props
  return (
    <div className={styles.tools}>
      {children}
      {(hasCaption || actions) && (
        <div className={styles.end}>
          {hasCaption && (
            <p className={styles.caption} role="status">
              {caption}
            </p>
          )}
          {actions}
        </div>
      )}
    </div>
  )
}

/** Renders the actions on selected rows; it replaces the toolbar while rows are selected. */
export function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  return (
    <div className={joinClasses(styles.tools, styles.bulk)} role="group" aria-label="Selected rows">
      <p role="status">
        <b>{count}</b> selected
      </p>
      {children}
      <div className={styles.end}>
        <Button variant="quiet" size="s" onClick={onClear}>
          Clear
        </Button>
      </div>
    </div>
  )
}

/** Renders a box around a list's toolbar, table and pager. `foot` is its last row. */
export function ListBox({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <div className={styles.box}>
      {children}
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  )
}
