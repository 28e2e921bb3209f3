import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { RetryButton } from './retry-button.tsx'
import * as styles from './community.module.css'
import * as loadAgainStyles from './load-again.module.css'

interface BoardProps<T> {
  board: UseQueryResult<ListResult<T>>
  what: string
  empty: string
  rows: number
  children: (items: T[]) => ReactNode
}

/** One column: waiting, failed, empty or filled. */
export function Board<T>({ board, what, empty, rows, children }: BoardProps<T>) {
  if (board.isPending) return <BoardSkeleton rows={rows} />
  if (!board.data) return <RetryButton what={what} onRetry={() => board.refetch()} />
  if (board.data.items.length === 0) return <p className={loadAgainStyles.homeEmpty}>{empty}</p>
  return children(board.data.items)
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
