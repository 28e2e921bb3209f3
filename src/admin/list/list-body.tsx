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
  /** The title of the screen when the list could not be had. */
  errorTitle: string
  /** What stands here while there is nothing at all. */
  empty: ReactNode
  noMatch?: string
  isNarrowed: boolean
  onClear: () => void
  /** What else to ask for again when the list is. */
  onRetry?: () => void
  /** The address of the first page. */
  first: string
  children: (data: { items: Row[]; total: number }) => ReactNode
}

/** What stands under a toolbar: the rows, or why there are none. */
export function ListBody<Row>({
  list,
  errorTitle,
  empty,
  noMatch = 'Nothing matches',
  isNarrowed,
  onClear,
  onRetry,
  first,
  children,
}: ListBodyProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const tryAgain = () => {
    // The button goes away while it loads: the keyboard stays here.
    box.current?.focus({ preventScroll: true })
    void list.refetch()
    onRetry?.()
  }
  return (
    <div ref={box} tabIndex={-1}>
      {list.isPending || (list.isError && list.isFetching) ? (
        <Spinner label="Loading the list" />
      ) : list.isError ? (
        <ErrorState title={errorTitle} text={failureReason(list.error)} action={<Button onClick={tryAgain}>Try again</Button>} />
      ) : list.data.items.length > 0 ? (
        children(list.data)
      ) : list.data.total > 0 ? (
        <EmptyState
          title="This page of the list is empty"
          text="The list is shorter than that."
          action={
            <ButtonLink to={first} onClick={focusContent}>
              Go to the first page
            </ButtonLink>
          }
        />
      ) : isNarrowed ? (
        <EmptyState
          title={noMatch}
          text="Try fewer or other words, or another filter."
          action={<Button onClick={onClear}>Clear filters</Button>}
        />
      ) : (
        empty
      )}
    </div>
  )
}
