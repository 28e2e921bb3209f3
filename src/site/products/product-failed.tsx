import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureReason, type ApiError } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { ProductMissing } from './product-missing.tsx'

interface ProductFailedProps {
  /** Page title while there is no product. */
  title: string
  error: ApiError
  query: Pick<UseQueryResult, 'isFetching' | 'refetch'>
  /** Action shown when the product does not exist. */
  notFoundAction: ReactNode
}

/** Replaces a product page that failed to load; 404 and 410 show that the product is missing. */
export function ProductFailed({ title, error, query, notFoundAction }: ProductFailedProps) {
  if (error.status === 404 || error.status === 410) return <ProductMissing isGone={error.status === 410} action={notFoundAction} />
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
