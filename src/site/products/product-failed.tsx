import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureReason, type ApiError } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { ProductMissing } from './product-missing.tsx'

interface ProductFailedProps {
  /** Page title if the product could not be loaded. A missing product has its own title. */
  title: string
  error: ApiError
  query: Pick<UseQueryResult, 'isFetching' | 'refetch'>
  /** Button or link for a product that does not exist. */
  notFoundAction: ReactNode
}

/** Replaces a product's page that could not be loaded, or whose product does not exist (404) or was deleted (410). */
export function ProductFailed({ title, error, query, notFoundAction }: ProductFailedProps) {
  if (error.status === 404 || error.status === 410) return <ProductMissing isDeleted={error.status === 410} action={notFoundAction} />
  return (
    <div className="container section">
      <PageMeta title={title} noIndex />
      <ErrorState
        level={1}
        title="This product could not be loaded"
        text={failureReason(error)}
        action={
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      />
    </div>
  )
}
