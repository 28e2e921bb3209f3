import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { RetryButton } from './retry-button.tsx'
import * as styles from './community.module.css'
import * as loadAgainStyles from './load-again.module.css'

interface BoardProps<T> {
  query: UseQueryResult<ListResult<T>>
  /** Subject of the sentence "… could not be loaded.", such as "The reviews". */
  subject: string
  emptyText: string
  skeletonRows: number
  children: (items: T[]) => ReactNode
}

/** Shows the content of a column, or its loading, error or empty state. */
export function Board<T>({ query, subject, emptyText, skeletonRows, children }: BoardProps<T>) {
  if (query.isPending) return <BoardSkeleton rows={skeletonRows} />
  if (!query.data) return <RetryButton subject={subject} onRetry={() => query.refetch()} />
  if (query.data.items.length === 0) return <p className={loadAgainStyles.homeEmpty}>{emptyText}</p>
  return children(query.data.items)
}

function BoardSkeleton({ rows }: { rows: number }) {
  return (
    <div role="status">
      <span className="visuallyHidden">Loading</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.clubSkeleton}>
          <Skeleton />
          <Skeleton />
        </div>
      ))}
    </div>
  )
}
