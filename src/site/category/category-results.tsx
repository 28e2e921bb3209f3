import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureReason, type ApiError } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'

interface CategoryResultsProps<T> {
  query: UseQueryResult<{ items: T[]; total: number }, ApiError>
  /** Heading level of the error and empty states. */
  level: 2 | 3
  /** Plural noun for the items, such as "products". */
  subject: string
  skeleton: ReactNode
  emptyTitle: string
  children: (items: T[]) => ReactNode
}

/** Shows a list, or its loading, error or empty state. */
export function CategoryResults<T>({ query, level, subject, skeleton, emptyTitle, children }: CategoryResultsProps<T>) {
  if (query.isPending) {
    return (
      <div aria-busy="true">
        <p className="visuallyHidden" role="status">
          Loading {subject}…
        </p>
        {skeleton}
      </div>
    )
  }
  if (query.isError) {
    return (
      <ErrorState
        level={level}
        title={`The ${subject} could not be loaded`}
        text={failureReason(query.error)}
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      />
    )
  }
  return query.data.items.length > 0 ? children(query.data.items) : <EmptyState level={level} title={emptyTitle} />
}
