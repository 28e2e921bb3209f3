import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { failureReason } from '#platform/client/api.client.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { Spinner } from '#ui/states/spinner.tsx'

export interface ListBodyProps<Row> {
  list: UseQueryResult<{ items: Row[]; total: number }>
  /** Title of the error state. */
  errorTitle: string
  /** Content shown when the list has no items and is not filtered. */
  empty: ReactNode
  /** Title shown when no items match the search or filters. */
  noMatchTitle?: string
  isNarrowed: boolean
  onClear: () => void
  /** Called when the user retries, to refetch further queries of the screen. */
  onRetry?: () => void
  firstPageHref: string
  children: (data: { items: Row[]; total: number }) => ReactNode
}

/** Renders the rows of a list, or its loading, error or empty state. */
export function ListBody<Row>({
  list,
  errorTitle,
  empty,
  noMatchTitle = 'No results',
  isNarrowed,
  onClear,
  onRetry,
  firstPageHref,
  children,
}: ListBodyProps<Row>) {
  const container = useRef<HTMLDivElement>(null)
  const tryAgain = () => {
    // The spinner replaces the button, so focus moves to the list.
    container.current?.focus({ preventScroll: true })
    void list.refetch()
    onRetry?.()
  }
  return (
    <div ref={container} tabIndex={-1}>
      {list.isPending || (list.isError && list.isFetching) ? (
        <Spinner label="Loading the list" />
      ) : list.isError ? (
        <ErrorState title={errorTitle} text={failureReason(list.error)} action={<Button onClick={tryAgain}>Try again</Button>} />
      ) : list.data.items.length > 0 ? (
        children(list.data)
      ) : list.data.total > 0 ? (
        <EmptyState
          title="There is nothing on this page"
          text="The list has fewer pages."
          action={
            <ButtonLink to={firstPageHref} onClick={focusContent}>
              Go to the first page
            </ButtonLink>
          }
        />
      ) : isNarrowed ? (
        <EmptyState title={noMatchTitle} text="Try different words or filters." action={<Button onClick={onClear}>Clear filters</Button>} />
      ) : (
        empty
      )}
    </div>
  )
}
