import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TopicRowsSkeleton } from '#features/forums/topic-row.tsx'
import { failureReason, type ApiError } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import * as styles from './own.module.css'

interface OwnListProps<T> {
  query: UseQueryResult<{ items: T[]; total: number }, ApiError>
  /** Plural noun for the items, such as "bookmarks". */
  subject: string
  empty: ReactNode
  children: (items: T[]) => ReactNode
}

/** Shows a list of the member, or its loading, error or empty state. */
export function OwnList<T>({ query, subject, empty, children }: OwnListProps<T>) {
  if (query.isPending) return <TopicRowsSkeleton rows={4} label={`Loading ${subject}…`} />
  if (query.isError) {
    return (
      <ErrorState
        level={3}
        title={`Your ${subject} could not be loaded`}
        text={failureReason(query.error)}
        action={
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  if (query.data.items.length === 0) return empty
  return (
    <ul className={styles.list} aria-busy={query.isPlaceholderData || undefined}>
      {children(query.data.items)}
    </ul>
  )
}
